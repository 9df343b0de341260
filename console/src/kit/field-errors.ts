/** What a refusal says about the fields of a form. */
import { ApiError } from '#client/errors.ts'
import { date, money } from './format.ts'
import { messageInWords } from './words.ts'

export type Errors = { [field: string]: string }

type FormField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The attribute of an element that shows the error of the field within it. */
export const SHOWS_ERROR = 'data-shows-error'

/**
 * What is wrong with the fields as they are typed. A browser would say it in a bubble that disappears and names one field at a time; it still does so
 * for a field that has no place for an error.
 */
export function checkFields(form: HTMLFormElement): { errors: Errors; isValid: boolean } {
  const wrong = ([...form.elements] as FormField[]).filter(field => field.willValidate && wrongWith(field))
  const shown = wrong.filter(field => field.closest(`[${SHOWS_ERROR}]`))
  if (shown.length === 0) wrong[0]?.reportValidity()
  return {
    errors: Object.fromEntries(shown.map(field => [nameOf(field, form), wrongWith(field) as string])),
    isValid: wrong.length === 0,
  }
}

/** The field in which one searches for a value has no name; that of the value names the field that shows it. */
function nameOf({ id, name }: FormField, form: HTMLFormElement): string {
  return name || form.querySelector(`[data-shown-by="${id}"]`)?.getAttribute('name') || id
}

/** White space alone fills in a password and nothing else, although the browser accepts it. */
function wrongWith(field: FormField): string | undefined {
  const { validity, required, type, value } = field
  const { min = '', max = '', step = '', title, minLength } = field as HTMLInputElement
  const isDay = type === 'date'
  if (validity.badInput) return isDay ? 'Enter a complete date, such as 3/15/2026.' : 'Enter a number.'
  if (validity.valueMissing || (required && type !== 'password' && value.trim() === '')) return 'Fill out this field.'
  if (validity.typeMismatch && type === 'email') return 'Enter an e-mail address, such as dana@example.com.'
  if (validity.typeMismatch) return 'Enter a URL, such as https://example.com.'
  if (validity.patternMismatch) return `Enter ${title.charAt(0).toLowerCase()}${title.slice(1)}.`
  if (validity.rangeUnderflow) return isDay ? `Must not be before ${date(min)}.` : `Must be ${min} or more.`
  if (validity.rangeOverflow) return isDay ? `Must not be after ${date(max)}.` : `Must be ${max} or less.`
  if (validity.stepMismatch) return step === '' ? 'Must be a whole number.' : `Must be a multiple of ${step}.`
  if (validity.tooShort) return `Must have at least ${minLength} characters.`
  return validity.valid ? undefined : field.validationMessage
}

/** The field errors that a field of this form can show, and whether those are all of them. */
export function fieldErrors(failure: unknown, form: HTMLFormElement): { shown: Errors; isAll: boolean } {
  if (!(failure instanceof ApiError)) return { shown: {}, isAll: false }
  const shown: Errors = {}
  for (const { path, message } of failure.details) {
    const name = form.elements.namedItem(path) === null ? path.split(/[.[]/)[0]! : path
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
