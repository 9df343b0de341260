/** The entry to the search for anything: a button that looks like a search field, and Ctrl-K or Cmd-K on every page. */
import { lazy, Suspense, useEffect, useState } from 'react'
import { IconButton } from '../kit/button.tsx'
import { Icon } from '../kit/icons.tsx'

const load = () => import('./find-dialog.tsx')
const FindDialog = lazy(() => load().then(({ FindDialog }) => ({ default: FindDialog })))

/**
 * The delay after which the code of the dialog is fetched in advance, so that no key typed right after the shortcut
 * is lost.
 */
const PRELOAD_AFTER_MS = 1_500

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.platform)

/** Whether the dialog is open. The shell keeps this once, however many buttons open the dialog. */
export function useFind() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setOpen(wasOpen => !wasOpen)
    }
    document.addEventListener('keydown', onKey)
    const timer = setTimeout(() => void load(), PRELOAD_AFTER_MS)
    return () => {
      document.removeEventListener('keydown', onKey)
      clearTimeout(timer)
    }
  }, [])
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false) }
}

export function Finder({ find }: { find: ReturnType<typeof useFind> }) {
  if (!find.isOpen) return null
  return (
    <Suspense fallback={null}>
      <FindDialog onClose={find.close} />
    </Suspense>
  )
}

export function FindField({ onOpen }: { onOpen: () => void }) {
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-keyshortcuts={IS_MAC ? 'Meta+K' : 'Control+K'}
      className="flex min-h-[34px] w-full items-center gap-2 rounded-md border border-line-strong bg-canvas px-2.5 text-[13px] text-soft hover:bg-hover hover:text-ink"
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
