/** Finds a record, a page or an action, and opens it. The arrow keys choose, Enter opens, and the focus stays in the field. */
import * as RadixDialog from '@radix-ui/react-dialog'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { Status } from '../kit/badge.tsx'
import { money } from '../kit/format.ts'
import { Icon, type IconName } from '../kit/icons.tsx'
import { scrollTo } from '../kit/scroll-to.ts'
import { useFocusReturn } from '../kit/use-focus-return.ts'
import { useScrim } from '../kit/use-scrim.ts'
import { count } from '../kit/words.ts'
import { pageOfRecord } from '../records/record-link.tsx'
import { useOrganization } from '../session/me.ts'
import { type FindChoice, useChoices } from './use-choices.ts'

const ICONS: Record<string, IconName> = {
  prop: 'building',
  unit: 'door',
  res: 'person',
  lease: 'contract',
  lead: 'lead',
  inv: 'invoice',
  pay: 'payment',
  wo: 'wrench',
  vend: 'vendor',
}

export function FindDialog({ first, onClose }: { first: string; onClose: () => void }) {
  const { id: organization } = useOrganization()
  const navigate = useNavigate()
  const listId = useId()
  const returnFocus = useFocusReturn()
  const scrim = useScrim(onClose)
  const [query, setQuery] = useState(first)
  const { choices, isSettled, error } = useChoices(query.trim())
  const [at, setAt] = useState(0)
  // If Enter is pressed before the results arrive, the best of them opens as soon as they are there.
  const [isAwaited, setAwaited] = useState(false)
  const active = choices[Math.min(at, choices.length - 1)]
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query begins at its best result
  useEffect(() => {
    setAt(0)
    setAwaited(false)
  }, [query])
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening leaves the dialog, so it happens once
  useEffect(() => {
    if (isAwaited && isSettled && active) open(active)
  }, [isAwaited, isSettled])
  useEffect(() => {
    if (active) scrollTo(document.getElementById(`${listId}-${active.key}`))
  }, [active, listId])

  const open = (choice: FindChoice) => {
    onClose()
    const path = choice.destination?.path ?? `/${pageOfRecord(choice.key)?.path}/${choice.key}`
    void navigate({ to: `/${organization}${path}` as never, search: (choice.destination?.search ?? {}) as never })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 8, PageUp: at - 8 }
    const next = moves[event.key]
    if (next !== undefined && choices.length > 0) {
      event.preventDefault()
      const isStep = event.key.startsWith('Arrow')
      setAt(isStep ? (next + choices.length) % choices.length : Math.max(0, Math.min(choices.length - 1, next)))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      setAwaited(true)
    }
  }
  return (
    <RadixDialog.Root open onOpenChange={isOpen => !isOpen && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-40 bg-scrim" {...scrim} />
        <RadixDialog.Content
          onInteractOutside={event => event.preventDefault()}
          onCloseAutoFocus={returnFocus}
          aria-describedby={undefined}
          className="fixed top-3 left-1/2 z-50 flex max-h-[min(560px,calc(100dvh-24px))] w-[calc(100vw-24px)] max-w-xl -translate-x-1/2 flex-col overflow-hidden rounded-xl border bg-raised shadow-raised sm:top-[12vh] sm:max-h-[min(560px,76vh)]"
        >
          <RadixDialog.Title className="sr-only">Find anything</RadixDialog.Title>
          <div className="flex items-center gap-2.5 border-b px-4">
            <Icon name="search" className="text-soft" />
            <input
              role="combobox"
              aria-label="Find anything"
              aria-expanded={choices.length > 0}
              aria-controls={listId}
              aria-activedescendant={active && `${listId}-${active.key}`}
              aria-autocomplete="list"
              className="h-12 min-w-0 flex-1 bg-transparent text-[16px] text-ink outline-none placeholder:text-faint"
              placeholder="Name, unit, phone, number, page…"
              autoComplete="off"
              spellCheck={false}
              maxLength={100}
              value={query}
              onChange={event => setQuery(event.target.value)}
              onKeyDown={onKeyDown}
            />
            <kbd className="font-sans text-[12px] text-soft">Esc</kbd>
          </div>
          <div id={listId} role="listbox" aria-label="Results" className="min-h-0 flex-1 overflow-y-auto p-1.5">
            {choices.map((choice, index) => (
              <Option
                key={choice.key}
                id={`${listId}-${choice.key}`}
                choice={choice}
                isActive={choice === active}
                heading={choice.group !== choices[index - 1]?.group ? choice.group : undefined}
                onOpen={() => open(choice)}
                onPoint={() => setAt(index)}
              />
            ))}
          </div>
          <p role="status" className={choices.length > 0 && !error ? 'sr-only' : 'px-4 pb-4 text-soft'}>
            {messageOf({ query: query.trim(), found: choices.length, isSettled, error })}
          </p>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

function messageOf({
  query,
  found,
  isSettled,
  error,
}: {
  query: string
  found: number
  isSettled: boolean
  error: unknown
}): ReactNode {
  if (error) return 'The search failed. Try again shortly.'
  if (!isSettled) return 'Searching…'
  if (found > 0) return count(found, 'result')
  return `Nothing begins with “${query}”. Search by name, unit, e-mail address, phone number, title of a work order, or the number of an invoice, check or work order.`
}

function Option({
  id,
  choice: { key, title, detail, status, amount_cents, destination },
  heading,
  isActive,
  onOpen,
  onPoint,
}: {
  id: string
  choice: FindChoice
  heading: string | undefined
  isActive: boolean
  onOpen: () => void
  onPoint: () => void
}) {
  return (
    <>
      {heading && (
        <p role="presentation" className="px-2.5 pt-2 pb-1 font-medium text-[12px] text-soft">
          {heading}
        </p>
      )}
      {/* biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the field has the focus and the keys */}
      <div
        id={id}
        role="option"
        aria-selected={isActive}
        data-highlighted={isActive || undefined}
        onClick={onOpen}
        onMouseMove={onPoint}
        className={`flex min-h-10 cursor-default items-center gap-2.5 rounded-md px-2.5 py-1.5 ${isActive ? 'bg-accent-soft' : ''}`}
      >
        <Icon name={destination?.icon ?? ICONS[key.split('_')[0]!] ?? 'right'} className="text-soft" />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium text-ink">{title}</span>
          {detail && <span className="block truncate text-[12px] text-soft">{detail}</span>}
        </span>
        {amount_cents !== null && <span className="whitespace-nowrap text-soft">{money(amount_cents)}</span>}
        {status && <Status word={status} />}
      </div>
    </>
  )
}
