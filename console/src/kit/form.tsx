/**
 * Every form of the console. A refusal by the service is shown at its field by `details[].path`. Nothing is sent twice: the form is
 * disabled from the first click until its call has ended, and equal values are always sent with the same Idempotency-Key.
 */
import {
  type ChangeEvent,
  type ComponentProps,
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { newAttempt } from './attempt.ts'
import { type Day, DayInput } from './day-input.tsx'
import { checkFields, type Errors, fieldErrors, SHOWS_ERROR, shownField } from './field-errors.ts'
import { type FieldRefOptions, useFieldRef, useFirstValue } from './field-ref.ts'
import { FormButtons } from './form-buttons.tsx'
import type { Choice } from './matching.ts'
import { Failure, sentenceOf } from './notice.tsx'
import { notify } from './notify.tsx'
import { useOutdatedPage } from './outdated-page.ts'
import { untilDone, useUnsavedInput } from './unsaved.ts'
import { readValues, type Values } from './values.ts'

const FieldErrors = createContext<Errors>({})

export function Form<Sent>({
  submit,
  send,
  onSent,
  another,
  children,
  onCancel,
  danger = false,
  isReady = true,
  isPreview = false,
}: {
  /** The text of the button. */
  submit: string
  /** Resolves when the values are stored; a rejection is shown. */
  send: (values: Values, idempotencyKey: string) => Promise<Sent>
  /** Called after `send` if the form is still open. Closing it and opening the next page belong here: a member who closed it has moved on. */
  onSent?: (sent: Sent) => unknown
  /** A second button, which sends the form as well; `onSent` is then called in place of the other one. */
  another?: { submit: string; onSent: (sent: Sent) => unknown } | undefined
  children: ReactNode
  onCancel?: () => void
  danger?: boolean
  /** Whether there is something to send. */
  isReady?: boolean
  /** Whether the fields only choose what the form shows, so that nothing is lost when it is closed. */
  isPreview?: boolean
}) {
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<unknown>()
  const [errors, setErrors] = useState<Errors>({})
  const [attempt] = useState(newAttempt)
  const isForAnother = useRef(false)
  const shownForm = useRef<HTMLFormElement>(null)
  const sentFrom = useRef<HTMLElement | null>(null)
  const noteFailure = useOutdatedPage()
  const setUnsaved = useUnsavedInput()
  const onInput = () => setUnsaved(!isPreview)

  // A field loses the focus while the fields are disabled. Once they are enabled again, the first one with an error gets it, or else the one that had it.
  useLayoutEffect(() => {
    if (isSending) return
    const [first] = Object.keys(errors)
    if (first) shownField(shownForm.current?.elements.namedItem(first) as HTMLElement).focus()
    else if (document.activeElement === document.body) sentFrom.current?.focus()
  }, [isSending, errors])

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const sentFor = isForAnother.current ? another?.onSent : onSent
    const invalid = checkFields(form)
    setErrors(invalid.errors)
    setError(undefined)
    if (!invalid.isValid) return
    const data = new FormData(form)
    sentFrom.current = document.activeElement as HTMLElement
    // The next click may be a task of the browser that is already waiting.
    flushSync(() => setSending(true))
    setUnsaved(false)
    const sending = attempt(JSON.stringify([...data]), key => send(readValues(data), key)).catch(failure => {
      if (shownForm.current !== null) setUnsaved(true)
      throw failure
    })
    try {
      const sent = await untilDone(sending)
      if (shownForm.current !== null) await sentFor?.(sent)
    } catch (failure) {
      noteFailure(failure)
      // A member who closed the dialog while the call ran should know as well.
      if (shownForm.current === null) notify(`${submit}: ${sentenceOf(failure)}`, { isFailure: true })
      const { shown, isAll } = fieldErrors(failure, form)
      setErrors(shown)
      if (!isAll) setError(failure)
    } finally {
      setSending(false)
    }
  }

  function sendForAnother() {
    isForAnother.current = true
    shownForm.current?.requestSubmit()
    isForAnother.current = false
  }

  return (
    <form ref={shownForm} noValidate onSubmit={onSubmit} onInput={onInput} className="flex flex-col gap-4">
      <FieldErrors value={errors}>
        <fieldset disabled={isSending} className="flex min-w-0 flex-col gap-4">
          {children}
        </fieldset>
      </FieldErrors>
      {error !== undefined && <Failure error={error} at={onCancel ? 'dialog' : 'page'} />}
      <FormButtons
        {...{ submit, isSending, isReady, danger, onCancel }}
        another={another && { submit: another.submit, send: sendForAnother }}
      />
    </form>
  )
}

export type FieldProps = {
  name: string
  label: string
  hint?: ReactNode
  required?: boolean
}

/** Fields next to each other, as many as fit, or below each other on a narrow screen. */
export function FieldRow({ children, ...row }: { children: ReactNode } & Pick<ComponentProps<'div'>, 'onInput'>) {
  return (
    // A date has its buttons next to it, and needs more room than any other value.
    <div
      className="flex flex-col gap-4 sm:flex-row sm:flex-wrap sm:*:min-w-36 sm:[&>:has([type=date])]:min-w-40"
      {...row}
    >
      {children}
    </div>
  )
}

/** A label, its control and its error, connected for screen readers. */
export function Field({
  name,
  label,
  hint,
  required = false,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId()
  const error = useContext(FieldErrors)[name]
  const notes = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div {...{ [SHOWS_ERROR]: '' }} className="flex min-w-0 flex-1 flex-col gap-1">
      <label htmlFor={id} className="font-medium text-[13px]">
        {label}
        {!required && <span className="font-normal text-soft"> (optional)</span>}
      </label>
      {children({
        id,
        name,
        required,
        ...(notes && { 'aria-describedby': notes }),
        ...(error !== undefined && { 'aria-invalid': true }),
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-[12px] text-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-[12px] text-bad">
          {error}
        </p>
      )}
    </div>
  )
}

type ControlProps = {
  id: string
  name: string
  required: boolean
  'aria-describedby'?: string
  'aria-invalid'?: boolean
}

/** What a field shows first; null leaves it empty. */
type First = string | null | undefined

export function TextField({
  name,
  label,
  hint,
  required = false,
  defaultValue,
  onText,
  unit,
  takesFocus = false,
  follows = false,
  ...input
}: FieldProps &
  Pick<
    ComponentProps<'input'>,
    'autoComplete' | 'inputMode' | 'max' | 'maxLength' | 'min' | 'minLength' | 'placeholder' | 'step'
  > & {
    type?: 'text' | 'email' | 'password' | 'date' | 'url' | 'number'
    defaultValue?: First | number
    onText?: ((text: string) => void) | undefined
    /** Set if dollars are typed and cents are sent. */
    unit?: 'cents'
    takesFocus?: FieldRefOptions['takesFocus']
    /** Whether the field shows another `defaultValue` when it changes. The caller changes none that somebody has typed over. */
    follows?: boolean
    days?: readonly Day[] | undefined
    /** The pattern of a valid value, and its description in `title`. */
    pattern?: string
    title?: string
  }) {
  const ref = useFieldRef({ takesFocus, proposed: follows ? String(defaultValue ?? '') : undefined })
  useFirstValue(ref, defaultValue)
  return (
    <Field {...{ name, label, hint, required }}>
      {control => {
        const all = {
          autoComplete: 'off',
          ...input,
          ref,
          defaultValue: defaultValue ?? undefined,
          onChange: onText && ((event: ChangeEvent<HTMLInputElement>) => onText(event.target.value)),
          ...control,
        }
        return all.type === 'date' ? (
          <DayInput {...all} label={label} type="date" />
        ) : (
          <input type="text" className="field" data-unit={unit} {...all} />
        )
      }}
    </Field>
  )
}

export function SelectField({
  choices,
  defaultValue,
  none,
  onChange,
  value,
  ...field
}: FieldProps & {
  choices: readonly Choice[]
  defaultValue?: First
  /** The label of the empty choice, if choosing nothing is allowed. */
  none?: string
  value?: string
  onChange?: (value: string) => void
}) {
  const [own, setOwn] = useState<string>()
  return (
    <Field {...field}>
      {control => (
        <select
          className="field"
          // Like every other field, it shows another `defaultValue` until something is chosen.
          value={value ?? own ?? defaultValue ?? (none === undefined ? choices[0]?.value : '')}
          onChange={event => {
            setOwn(event.target.value)
            onChange?.(event.target.value)
          }}
          {...control}
        >
          {none !== undefined && <option value="">{none}</option>}
          {choices.map(choice => (
            <option key={choice.value} value={choice.value}>
              {choice.text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
