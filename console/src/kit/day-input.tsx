/** A field for a day or an instant, with the most common days next to it. */
import { type ComponentProps, createContext, type RefObject, useContext, useRef } from 'react'
import { date, shortDate } from './format.ts'
import { FULL_YEAR, fillIn } from './full-year.ts'
import { Icon } from './icons.tsx'
import { Menu, MenuItem } from './overlay.tsx'

export type Day = { text: string; value: string }

/** Today's business date; the shell states it in the time zone of the organization. */
export const Today = createContext<string | undefined>(undefined)

export function DayInput({
  type,
  label,
  days,
  ref,
  ...input
}: Omit<ComponentProps<'input'>, 'type' | 'ref'> & {
  ref?: RefObject<HTMLInputElement | null>
  type: 'date' | 'datetime-local'
  /** The days to offer, if they are not those of the calendar around today. */
  days?: readonly Day[] | undefined
  /** The label of the field, which its menu states as well, because a form or a bar of filters may have several. */
  label: string
}) {
  const own = useRef<HTMLInputElement>(null)
  const field = ref ?? own
  const today = useContext(Today)
  const pick = (value: string) => field.current && fillIn(field.current, value)
  const offered =
    days ?? (today === undefined ? [] : presets(today, type).filter(({ value }) => isWithin(value, input)))
  return (
    <div className="flex">
      <input
        {...input}
        {...FULL_YEAR}
        ref={field}
        type={type}
        className="field relative rounded-r-none focus-visible:z-1"
      />
      <Menu
        trigger={
          <button
            type="button"
            aria-label="Common dates"
            title={`Common dates for “${label}”`}
            disabled={offered.length === 0}
            className="-ml-px inline-flex w-8 shrink-0 items-center justify-center rounded-r-md border border-line-strong bg-surface text-soft hover:bg-hover hover:text-ink"
          >
            <Icon name="chevron" />
          </button>
        }
      >
        {offered.map(({ text, value }) => (
          <MenuItem key={text} onSelect={() => pick(value)}>
            <span className="flex-1">{text}</span>
            <span className="pl-6 text-[12px] text-soft tabular-nums">{dayWords(value.slice(0, 10), today)}</span>
          </MenuItem>
        ))}
      </Menu>
    </div>
  )
}

/** A day with its year if that is not this one: two terms of a year and of two end on the same day of the year. */
function dayWords(day: string, today: string | undefined): string {
  return today?.slice(0, 4) === day.slice(0, 4) ? shortDate(day) : date(day)
}

/** Days are those of a business calendar. Instants are in the past, because only logs are filtered by them. */
function presets(today: string, type: 'date' | 'datetime-local'): Day[] {
  const [year, month, day] = today.split('-').map(Number) as [number, number, number]
  const at = (months: number, ofMonth: number) =>
    new Date(Date.UTC(year, month - 1 + months, ofMonth)).toISOString().slice(0, 10)
  if (type === 'date') {
    return [
      { text: 'Today', value: today },
      { text: 'Tomorrow', value: at(0, day + 1) },
      { text: 'First of this month', value: at(0, 1) },
      { text: 'End of this month', value: at(1, 0) },
      { text: 'First of next month', value: at(1, 1) },
      { text: 'End of last month', value: at(0, 0) },
    ]
  }
  return [
    { text: 'Start of today', value: `${today}T00:00` },
    { text: 'Start of yesterday', value: `${at(0, day - 1)}T00:00` },
    { text: '7 days ago', value: `${at(0, day - 7)}T00:00` },
    { text: '30 days ago', value: `${at(0, day - 30)}T00:00` },
    { text: 'First of this month', value: `${at(0, 1)}T00:00` },
  ]
}

function isWithin(
  value: string,
  { min, max }: { min?: string | number | undefined; max?: string | number | undefined },
): boolean {
  return (min === undefined || value >= String(min)) && (max === undefined || value <= String(max))
}
