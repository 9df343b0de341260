/** The entry to the search for anything: a button that looks like a search field, and Ctrl-K or Cmd-K on every page. */
import { useEffect, useState } from 'react'
import { IconButton } from '../kit/button.tsx'
import { Icon } from '../kit/icons.tsx'
import { isFindKey, takeEarlyKeys } from './early-keys.ts'
import { FindDialog } from './find-dialog.tsx'

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.platform)

/** The query that the dialog opens with; undefined while it is closed. The shell keeps this once, however many buttons open the dialog. */
export function useFind() {
  const [query, setQuery] = useState(takeEarlyKeys)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isFindKey(event)) return
      event.preventDefault()
      setQuery(before => (before === undefined ? '' : undefined))
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return { query, open: () => setQuery(''), close: () => setQuery(undefined) }
}

/** The dialog, whose code comes with the page: a field that had to be fetched first would lose the keys typed in the meantime. */
export function Finder({ find: { query, close } }: { find: ReturnType<typeof useFind> }) {
  return query === undefined ? null : <FindDialog first={query} onClose={close} />
}

export function FindField({ onOpen }: { onOpen: () => void }) {
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-keyshortcuts={IS_MAC ? 'Meta+K' : 'Control+K'}
      className="flex min-h-[34px] w-full items-center gap-2 rail:gap-4 rounded-md border border-line-strong bg-canvas px-2.5 text-[13px] text-soft hover:bg-hover hover:text-ink"
    >
      <Icon name="search" />
      <span className="flex-1 text-left">Find anything</span>
      <kbd className="font-sans text-[12px]">{IS_MAC ? '⌘K' : 'Ctrl K'}</kbd>
    </button>
  )
}

/** The button for a narrow screen. */
export function FindIcon({ onOpen }: { onOpen: () => void }) {
  return (
    <IconButton label="Find anything" onClick={onOpen}>
      <Icon name="search" />
    </IconButton>
  )
}
