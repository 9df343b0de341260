/** A list of choices that is searched by typing: the combobox of the ARIA Authoring Practices, with the focus in its field. */
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { ComboboxList } from './combobox-list.tsx'
import { number } from './format.ts'
import { Icon } from './icons.tsx'
import { type Choice, matching } from './matching.ts'

/** With more rows than this, a row is found by typing rather than by scrolling. */
const MAX_SHOWN = 100

/** A search by the service. The choices are then what it found, and are offered as they are. */
export type Search = {
  /** Receives what is typed, and an empty string once the list closes. */
  onText: (text: string) => void
  /** Whether the choices still are those of an earlier text. */
  isBusy: boolean
  /** How many records match, of which the choices are the first. */
  total: number
  failure?: string | undefined
}

export type ComboboxProps = {
  id: string
  /** Undefined until they have been read. */
  choices: readonly Choice[] | undefined
  value: string
  /** The text of the value, for a value that is not among the choices that a search has found. */
  text?: string | undefined
  onChange: (value: string, choice?: Choice) => void
  search?: Search | undefined
  /** Whether any other text can be entered: the value is the text itself, and the choices suggest one. */
  isFree?: boolean | undefined
  maxLength?: number | undefined
  /** The label of the empty choice, if choosing nothing is allowed. */
  none?: string | undefined
  required?: boolean
  disabled?: boolean
  placeholder?: string | undefined
  /** Shown while there are no choices, such as what has to be chosen elsewhere first. */
  missing?: string | undefined
  'aria-describedby'?: string
  'aria-invalid'?: boolean
}

export function Combobox({
  id,
  choices: read,
  value,
  text: known,
  onChange,
  search,
  isFree = false,
  none,
  placeholder = 'Search…',
  missing,
  ...field
}: ComboboxProps) {
  const list = useId()
  const [isOpen, setOpen] = useState(false)
  /** What was typed since the list opened; undefined until then. */
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState(0)
  /** What was chosen here last, which a later search may no longer find. */
  const [picked, setPicked] = useState<Choice>()
  const [isAwaited, setAwaited] = useState(false)
  const choices = read ?? []
  const isBusy = search?.isBusy ?? false
  const offered = none === undefined || (search && typed) ? choices : [{ value: '', text: none }, ...choices]
  const found = search ? offered : matching(offered, typed ?? '')
  const shown = found.slice(0, MAX_SHOWN)
  const chosen = offered.find(choice => choice.value === value) ?? (picked?.value === value ? picked : undefined)
  // Enter before the service has answered chooses the best of what it finds.
  // biome-ignore lint/correctness/useExhaustiveDependencies: choosing closes the list, so it happens once
  useEffect(() => {
    if (isAwaited && !isBusy) choose(shown[active])
  }, [isAwaited, isBusy])

  const open = () => {
    if (isOpen) return
    setOpen(true)
    setTyped(undefined)
    const at = offered.findIndex(choice => choice.value === value)
    setActive(isFree ? at : Math.max(0, at))
    if (isFree) search?.onText(value)
  }
  const close = () => {
    setOpen(false)
    setTyped(undefined)
    setAwaited(false)
    search?.onText('')
  }
  const choose = (choice: Choice | undefined) => {
    setAwaited(false)
    if (!choice) return isFree && close()
    close()
    setPicked(choice)
    if (choice.value !== value) onChange(choice.value, choice)
  }
  const type = (text: string) => {
    setOpen(true)
    setTyped(text)
    setActive(isFree ? -1 : 0)
    setAwaited(false)
    search?.onText(text)
    if (isFree) onChange(text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const last = shown.length - 1
    const moves: Record<string, number> = {
      ArrowDown: Math.min(active + 1, last),
      ArrowUp: Math.max(active - 1, 0),
      PageDown: Math.min(active + 8, last),
      PageUp: Math.max(active - 8, 0),
    }
    if (event.key in moves) {
      event.preventDefault()
      if (isOpen) setActive(moves[event.key]!)
      else open()
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      if (isBusy && !isFree) setAwaited(true)
      else choose(shown[active])
    } else if (event.key === 'Escape' && isOpen) {
      close()
    }
  }

  return (
    <>
      <input
        {...field}
        id={id}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && shown[active] ? `${list}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        className="field picks"
        placeholder={placeholder}
        value={isFree ? value : (typed ?? chosen?.text ?? known ?? '')}
        onChange={event => type(event.target.value)}
        onClick={open}
        onFocus={event => event.target.select()}
        onBlur={close}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <ComboboxList
          id={list}
          field={id}
          active={active}
          note={
            read === undefined
              ? NOT_READ
              : (read.length === 0 && missing) || noteOn(shown.length, found.length, typed, search, isFree)
          }
        >
          {shown.map((choice, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard is served by the field, which keeps the focus
            <div
              key={choice.value}
              id={`${list}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={choice.value === value}
              data-highlighted={index === active || undefined}
              onClick={() => choose(choice)}
              onPointerMove={() => setActive(index)}
              className={`flex min-h-8 cursor-default items-center gap-2 rounded px-2 py-1 ${index === active ? 'bg-hover' : ''}`}
            >
              <span className={`min-w-0 flex-1 ${choice.value === '' ? 'text-soft' : ''}`}>{choice.text}</span>
              {choice.about && <span className="text-[12px] text-soft">{choice.about}</span>}
              {choice.value === value && <Icon name="check" className="text-accent" />}
            </div>
          ))}
        </ComboboxList>
      )}
    </>
  )
}

const NOT_READ = 'The choices have not loaded. Wait a moment, or reload the page.'

function noteOn(
  shown: number,
  found: number,
  typed: string | undefined,
  search: Search | undefined,
  isFree: boolean,
): string | undefined {
  if (search?.failure !== undefined) return search.failure
  if (shown === 0) {
    if (search?.isBusy) return 'Searching…'
    if (isFree) return typed ? 'No match: the text is kept as it is.' : 'Type a name.'
    return typed ? `Nothing matches “${typed}”.` : 'There is nothing to choose from yet.'
  }
  const total = Math.max(found, search?.total ?? 0)
  return total > shown ? `Type to find any of ${number(total)}.` : undefined
}
