/** Rows that are added to a form. */
import { flushSync } from 'react-dom'

/** The attribute of a row, by which the last one is found. */
export const ROW = { 'data-row': '' }

/** Adds a row by `add`, and moves the focus into its first field: the button that adds rows is elsewhere, in some forms before all of them. */
export function addRow(form: Element | null | undefined, add: () => void): void {
  flushSync(add)
  const row = [...(form?.querySelectorAll('[data-row]') ?? [])].at(-1)
  row?.querySelector<HTMLElement>('select, input:not([type=hidden])')?.focus()
}
