/**
 * Saves what a member changed in the form of a record. Someone else, or the same member in another tab, may have changed the record since the form
 * was opened: fields that the member left alone keep that change, and a field that both changed is shown with its new value before it is replaced.
 */
import { useRef } from 'react'
import { ApiError } from '#client/errors.ts'
import { date, instant } from '../kit/format.ts'
import type { Values } from '../kit/values.ts'
import { inWords } from '../kit/words.ts'
import { useOrganization } from '../session/me.ts'

type Fields = { readonly [name: string]: unknown }

/**
 * `shown` is the record as the form shows it where nothing was typed, also after it was read again, and `readNow` reads it once more. `save` gets the
 * edited fields, and is not called if there are none.
 */
export function useEdit(shown: object, readNow: () => Promise<object>) {
  const refuseUnseen = useRefuseUnseen()
  const opened = useRef(shown as Fields)
  /** What was saved from this form, which `shown` may not have yet. */
  const saved = useRef<Fields>({})
  return async <Input extends object>(input: Input, save: (changes: Partial<Input>) => Promise<unknown>) => {
    const fields = input as Fields
    const isEdited = (name: string) =>
      !isSame(fields[name], (shown as Fields)[name]) ||
      (name in saved.current && !isSame(fields[name], saved.current[name]))
    const edited = Object.keys(fields).filter(isEdited)
    if (edited.length === 0) return
    refuseUnseen(pick(fields, edited), { ...opened.current, ...saved.current }, (await readNow()) as Fields)
    await save(pick(fields, edited) as Partial<Input>)
    saved.current = { ...saved.current, ...pick(fields, edited) }
  }
}

/** What the fields of a step replace: the value that a record has now, by the name of the field. */
export type Replaces<Of> = { readonly [field: string]: (record: Of, values: Values) => unknown }

/** Returns the function that a step calls before it is sent: the same promise for a step, which replaces a date or an amount that may be stored already. */
export function useStepCheck<Of>(opened: Of, readNow: () => Promise<Of>, replaces: Replaces<Of> = {}) {
  const refuseUnseen = useRefuseUnseen()
  return async (values: Values) => {
    const names = Object.keys(replaces)
    if (names.length === 0) return
    const valuesOf = (read: (name: string) => unknown) => Object.fromEntries(names.map(name => [name, read(name)]))
    const storedIn = (record: Of) => valuesOf(name => replaces[name]?.(record, values))
    const given = valuesOf(name => (name.endsWith('_cents') ? values.cents(name) : values.orNull(name)))
    refuseUnseen(given, storedIn(opened), storedIn(await readNow()))
  }
}

/** Returns the function that refuses to replace a value that someone else has changed, until the member has been shown it. */
function useRefuseUnseen() {
  const { timeZone } = useOrganization()
  const seen = useRef<Fields>({})
  return (fields: Fields, before: Fields, now: Fields) => {
    const conflicts = Object.keys(fields).filter(
      name => !isSame(now[name], before[name]) && !isSame(now[name], fields[name]),
    )
    const unseen = conflicts.filter(name => !(name in seen.current) || !isSame(now[name], seen.current[name]))
    seen.current = { ...seen.current, ...pick(now, unseen) }
    if (unseen.length > 0) throw conflictOf(unseen, now, timeZone)
  }
}

function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map(name => [name, fields[name]]))
}

/** A refusal as the service would state it, so that the form shows it at its fields. */
function conflictOf(names: readonly string[], now: Fields, timeZone: string): ApiError {
  const message = 'This record was changed while you edited it. Save again to replace that change.'
  const details = names.map(path => ({
    path,
    message: `${wasChangedTo(now[path], timeZone)} while you edited it. Save again to replace that`,
  }))
  return new ApiError(409, 'conflict', message, { details })
}

function wasChangedTo(value: unknown, timeZone: string): string {
  if (value === null || value === '') return 'was cleared'
  if (typeof value === 'number') return `was changed to ${value}`
  if (typeof value !== 'string' || /^[a-z]+_[0-9a-z]{26}$/.test(value)) return 'was changed'
  if (WHOLE_INSTANT.test(value)) return `was changed to ${instant(value, timeZone)}`
  if (DAY.test(value)) return `was changed to ${date(value)}`
  return `was changed to “${/^[A-Z_]+$/.test(value) ? inWords(value) : value}”`
}

const DAY = /^\d{4}-\d\d-\d\d$/
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const WHOLE_INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** Compares values as forms show them: a list by its items, and an instant to the minute. */
function isSame(one: unknown, other: unknown): boolean {
  return inForm(one) === inForm(other)
}

function inForm(value: unknown): string {
  return typeof value === 'string' ? (INSTANT.exec(value)?.[0] ?? value) : JSON.stringify(value ?? null)
}
