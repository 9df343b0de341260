/** The values of a form as a step reads them. */
import { centsOf } from './cents.ts'

/** The values entered, by the names of the fields. */
export type Values = {
  /** The value without surrounding white space. */
  text(name: string): string
  /** The value as it was typed, for passwords. */
  exact(name: string): string
  /** The value, or undefined if nothing was entered. */
  optional(name: string): string | undefined
  /** The value, or null if nothing was entered, which clears a field of the record. */
  orNull(name: string): string | null
  number(name: string): number | null
  /** An amount that was typed in dollars. */
  cents(name: string): number | null
  all(name: string): string[]
  isSet(name: string): boolean
}

/** The values of a step that has no fields. */
export const NO_VALUES = readValues(new FormData())

/** The values of a form. */
export function readValues(data: FormData): Values {
  const exact = (name: string) => String(data.get(name) ?? '')
  const text = (name: string) => exact(name).trim()
  return {
    text,
    exact,
    optional: name => text(name) || undefined,
    orNull: name => text(name) || null,
    number: name => (text(name) ? Number(text(name)) : null),
    cents: name => (text(name) ? centsOf(text(name)) : null),
    all: name => data.getAll(name).map(String),
    isSet: name => data.has(name),
  }
}
