/** The filters above a list. */
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { Button } from './button.tsx'
import { Combobox, type ComboboxProps } from './combobox.tsx'
import { DayInput } from './day-input.tsx'
import { Icon } from './icons.tsx'
import type { Choice } from './matching.ts'

export function Filters({
  label,
  isFiltered = false,
  clear,
  folds = false,
  tools,
  children,
}: {
  label: string
  isFiltered?: boolean | undefined
  /** Clears the filters. Next to the sidebar its button has a place whether or not it is shown, so that no row moves when it appears. */
  clear?: (() => void) | undefined
  /** Whether the filters stay folded on a narrow screen until they are opened. */
  folds?: boolean
  /** What else the bar offers, at its end. */
  tools?: ReactNode
  children?: ReactNode
}) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const whenOpen = folds && !isOpen ? 'hidden sm:contents' : 'contents'
  return (
    // A print names the filters in effect, without what nobody can click there.
    <search
      aria-label={label}
      className={`${isFiltered ? 'print:not-has-[[data-set]]:hidden' : 'no-print'} flex flex-wrap items-end gap-x-3 gap-y-2 border-b px-4 py-2.5 lg:max-2xl:gap-x-2`}
    >
      {folds && (
        <Button className="sm:hidden" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          Filters <Icon name="chevron" />
        </Button>
      )}
      <div id={id} className={whenOpen}>
        {children}
      </div>
      {(clear || tools) && (
        // Next to the sidebar of a small laptop, four filters and the tools share one row.
        <div className="no-print flex flex-wrap items-center sm:ml-auto lg:max-2xl:[&_:is(a,button)]:px-2">
          {clear && (
            <Button
              look="quiet"
              className={isFiltered ? '' : 'max-sm:hidden sm:invisible'}
              onClick={({ currentTarget }) => {
                if (currentTarget.matches(':focus-visible')) focusFirst(currentTarget.closest('search'))
                clear()
              }}
            >
              <span>
                Clear <span className="lg:max-2xl:sr-only">filters</span>
              </span>
            </Button>
          )}
          <div className={whenOpen}>{tools}</div>
        </div>
      )}
    </search>
  )
}

/** The button that clears the filters disappears, so the keyboard continues at the first of them. */
function focusFirst(filters: Element | null): void {
  const fields = [...(filters?.querySelectorAll<HTMLElement>('input, select') ?? [])]
  fields.find(field => field.checkVisibility())?.focus()
}

/**
 * Next to the sidebar, a control is as wide as its row has room for: at least wide enough to read, and at most its usual width. This way, the six
 * filters of work orders share one row with the tools. Choices that arrive later do not change the width.
 */
const SHRINKS = 'lg:w-auto lg:min-w-0 lg:grow'

/** The width of a field that searches a list with many filters. */
export const SEARCH_WIDTH = `w-60 ${SHRINKS} lg:basis-30 lg:max-w-48 2xl:max-w-60`

/** A control of the bar, below its label. */
function Labeled({
  label,
  width,
  isSet,
  control,
}: {
  label: string
  width: string
  isSet: boolean
  control: (id: string) => ReactNode
}) {
  const id = useId()
  return (
    <div
      data-set={isSet || undefined}
      className={`flex ${width} max-w-full flex-col gap-0.5 ${isSet ? '' : 'no-print'}`}
    >
      <label htmlFor={id} className="text-[12px] text-soft">
        {label}
      </label>
      {control(id)}
    </div>
  )
}

type ChoiceFilter<Choices> = {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
  choices: Choices
  /** The label of the empty choice. */
  all: string
}

export function SelectFilter({ label, value, onChange, choices, all }: ChoiceFilter<readonly Choice[]>) {
  const select = (id: string) => (
    <select id={id} className="field" value={value ?? ''} onChange={event => onChange(event.target.value || undefined)}>
      <option value="">{all}</option>
      {choices.map(choice => (
        <option key={choice.value} value={choice.value}>
          {choice.text}
        </option>
      ))}
    </select>
  )
  return (
    <Labeled
      label={label}
      width={`w-40 ${SHRINKS} lg:basis-23 lg:max-w-36 2xl:max-w-40`}
      isSet={!!value}
      control={select}
    />
  )
}

/** A select box with many options, which are found by typing. With `search`, the service finds them. */
export function PickFilter({
  label,
  value,
  onChange,
  choices,
  all,
  ...search
}: ChoiceFilter<readonly Choice[] | undefined> & Pick<ComboboxProps, 'search' | 'text'>) {
  const combobox = (id: string) => (
    <Combobox
      {...{ id, choices, ...search }}
      none={all}
      value={value ?? ''}
      onChange={next => onChange(next || undefined)}
    />
  )
  return (
    <Labeled
      label={label}
      width={`w-52 ${SHRINKS} lg:basis-27 lg:max-w-44 2xl:max-w-52`}
      isSet={!!value}
      control={combobox}
    />
  )
}

/** Applies its text on Enter and when it loses focus, not with every letter. */
export function TextFilter({
  label,
  value,
  onChange,
  width = 'w-40',
  placeholder,
  maxLength = 100,
}: {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
  width?: string
  placeholder?: string
  /** The longest text that the service takes; most are text to search for. */
  maxLength?: number
}) {
  const id = useId()
  // The field stays the same when its text is applied, so that it keeps the focus.
  const [text, setText] = useState(value ?? '')
  useEffect(() => setText(value ?? ''), [value])
  const take = () => {
    const next = text.trim() || undefined
    if (next !== value) onChange(next)
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    take()
  }
  return (
    <form
      data-set={value}
      onSubmit={onSubmit}
      className={`flex flex-col gap-0.5 ${width} max-w-full ${value ? '' : 'no-print'}`}
    >
      <label htmlFor={id} className="text-[12px] text-soft">
        {label}
      </label>
      <input
        id={id}
        name="value"
        className="field"
        value={text}
        onChange={event => setText(event.target.value)}
        autoComplete="off"
        maxLength={maxLength}
        spellCheck={false}
        placeholder={placeholder}
        onBlur={take}
      />
    </form>
  )
}

/** Applies a date once its year is complete: while 2026 is typed, 2, 20 and 202 are years as well. */
export function DayFilter({
  label,
  type,
  value,
  onChange,
}: {
  label: string
  type: 'date' | 'datetime-local'
  value: string | undefined
  onChange: (value: string | undefined) => void
}) {
  const [text, setText] = useState(value ?? '')
  useEffect(() => setText(value ?? ''), [value])
  const take = (next: string) => {
    setText(next)
    if (next === '') onChange(undefined)
    else if (/^(19|20)\d\d-/.test(next)) onChange(next)
  }
  const input = (id: string) => (
    <DayInput id={id} label={label} type={type} value={text} onChange={event => take(event.target.value)} />
  )
  return <Labeled label={label} width={type === 'date' ? 'w-44' : 'w-64'} isSet={!!value} control={input} />
}
