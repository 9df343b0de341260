/** Filters of a list, each kept in the URL under the name that the service gives it. */
import type { ReactNode } from 'react'
import { DayFilter, PickFilter, SelectFilter, TextFilter } from '../kit/filters.tsx'
import { instantFromLocal, localFromInstant } from '../kit/local-time.ts'
import { inWords } from '../kit/words.ts'
import { useOrganization } from '../session/me.ts'
import { useName } from '../session/names.ts'
import { type Search, useUrlSearch } from '../session/url-search.ts'
import { propertyChoices, useProperties } from './record-names.tsx'

export function TextListFilter({
  name = 'search',
  label = 'Search',
  ...rest
}: {
  name?: string
  label?: string
  placeholder?: string
  width?: string
  maxLength?: number
}) {
  const { search, change } = useUrlSearch()
  return <TextFilter label={label} value={search[name]} onChange={text => change({ [name]: text })} {...rest} />
}

export function ChoiceListFilter<Value extends string>({
  name,
  label,
  values,
  textOf = inWords,
  all = 'Any',
}: {
  name: string
  label: string
  /** The words of the contract to choose from; ALL is what the list shows without a choice. */
  values: readonly Value[]
  textOf?: (value: Value) => string
  all?: string
}): ReactNode {
  const { search, change } = useUrlSearch()
  return (
    <SelectFilter
      label={label}
      value={search[name]}
      onChange={value => change({ [name]: value })}
      choices={values.filter(value => value !== 'ALL').map(value => ({ value, text: textOf(value) }))}
      all={all}
    />
  )
}

/** A day of a business calendar. */
export function DayListFilter({ name, label }: { name: string; label: string }) {
  const { search, change } = useUrlSearch()
  return <DayFilter label={label} type="date" value={search[name]} onChange={day => change({ [name]: day })} />
}

/** An instant, entered and shown in the organization's time zone. */
export function InstantListFilter({ name, label }: { name: string; label: string }) {
  const { timeZone } = useOrganization()
  const { search, change } = useUrlSearch()
  const at = search[name]
  return (
    <DayFilter
      label={label}
      type="datetime-local"
      value={at && !Number.isNaN(Date.parse(at)) ? localFromInstant(at, timeZone) : undefined}
      onChange={local => change({ [name]: local && instantFromLocal(local, timeZone) })}
    />
  )
}

/** What a period without a day says, such as while a member changes both of its days, one after the other. */
export const noDays = (last: 'Through' | 'Until') => `“From” must not be after “${last}”. Change one of them.`

/** What is wrong with the period that the URL states, if it has no day. */
export function useBackwardPeriod(): string | undefined {
  const { from = '', to, since = '', until } = useUrlSearch().search
  if (to !== undefined && from > to) return noDays('Through')
  return until !== undefined && Date.parse(since) > Date.parse(until) ? noDays('Until') : undefined
}

/** Choosing another property clears what belongs to the one before, such as a unit. */
export function PropertyListFilter({ clears = {} }: { clears?: Search }) {
  const { search, change } = useUrlSearch()
  return <PropertyFilter value={search.property_id} onChange={property_id => change({ ...clears, property_id })} />
}

/** One of the properties. A URL may state what is not offered: a property that does not exist, or a portfolio for the rent roll. */
export function PropertyFilter({
  value,
  onChange,
}: {
  value: string | undefined
  onChange: (propertyId: string | undefined) => void
}) {
  const choices = propertyChoices(useProperties().data)
  const other = choices?.some(choice => choice.value === value) ? undefined : value
  const name = useName(other ?? null)
  return (
    <PickFilter
      label="Property"
      value={value}
      onChange={onChange}
      choices={
        choices && other && name !== undefined ? [...choices, { value: other, text: name ?? 'Not found' }] : choices
      }
      all="All properties"
    />
  )
}
