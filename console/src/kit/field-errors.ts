/** What a refusal says about the fields of a form. */
import { ApiError } from '#client/errors.ts'
import { money } from './format.ts'
import { messageInWords } from './words.ts'

export type Errors = { [field: string]: string }

/** The required fields that hold nothing but white space, which the browser accepts. A password may. */
export function blankFields(form: HTMLFormElement): Errors {
  const isBlank = (field: Element) =>
    (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) &&
    field.required &&
    field.type !== 'password' &&
    field.name !== '' &&
    field.value.trim() === ''
  return Object.fromEntries(
    [...form.elements].filter(isBlank).map(field => [field.getAttribute('name'), 'Fill in this field.']),
  )
}

/** The field errors that a field of this form can show, and whether those are all of them. */
export function fieldErrors(failure: unknown, form: HTMLFormElement): { shown: Errors; isAll: boolean } {
  if (!(failure instanceof ApiError)) return { shown: {}, isAll: false }
  const shown: Errors = {}
  for (const { path, message } of failure.details) {
    const name = form.elements.namedItem(path) === null ? (path.split(/[.[]/)[0] as string) : path
    // A group of checkboxes is not a field and cannot show an error.
    if (!(form.elements.namedItem(name) instanceof HTMLElement)) continue
    const { dataset } = form.elements.namedItem(name) as HTMLElement
    shown[name] = asSentence(named(dataset.unit === 'cents' ? inDollars(message) : message))
  }
  return { shown, isAll: failure.details.length > 0 && Object.keys(shown).length === failure.details.length }
}

/** A field error of the service begins after the name of its field: `must be 0 or more` → `Must be 0 or more.` */
export function asSentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${messageInWords(message.slice(1))}.`
}

/** A picker sends its value in a hidden field, which names the field that shows it. */
export function shownField(element: HTMLElement): HTMLElement {
  return document.getElementById(element.dataset.shownBy ?? '') ?? element
}

/** The service names a field as the API does; here it is named in words. */
function named(message: string): string {
  return message.replace(/\b[a-z]+(?:_[a-z]+)+\b/g, field => field.replace(/_cents$/, '').replaceAll('_', ' '))
}

/** The service states the limits of an amount in cents; a field of dollars shows them in dollars. */
function inDollars(message: string): string {
  return message.replace(/(?<![\d$.,-])[1-9]\d*(?!\d|[.,-]\d)/g, cents => money(Number(cents)))
}
