/** Completes a year that was typed with two digits, as in 3/5/26. Browsers take it for the year 26, which no record has. */
import type { KeyboardEvent, SyntheticEvent } from 'react'

/** Handlers of a field for a day or an instant: a year of two digits is one of this century once the field is left or its form is sent. */
export const FULL_YEAR = {
  onBlur: complete,
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') complete(event)
  },
}

function complete({ currentTarget: field }: SyntheticEvent<HTMLInputElement>): void {
  if (/^00\d\d-/.test(field.value)) fillIn(field, `20${field.value.slice(2)}`)
}

/** Sets the value of a field the way typing does, because React detects no other way. */
export function fillIn(field: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
