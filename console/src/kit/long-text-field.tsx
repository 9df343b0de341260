/** A field for text of several lines. */
import { useRef } from 'react'
import { useFirstValue } from './field-ref.ts'
import { Field, type FieldProps } from './form.tsx'

export function LongTextField({
  rows = 4,
  maxLength,
  defaultValue,
  onInput,
  ...field
}: FieldProps & {
  rows?: number
  maxLength?: number
  defaultValue?: string | null | undefined
  onInput?: (text: string) => void
}) {
  const ref = useRef<HTMLTextAreaElement>(null)
  useFirstValue(ref, defaultValue)
  return (
    <Field {...field}>
      {control => (
        <textarea
          ref={ref}
          className="field"
          {...{ rows, maxLength }}
          onInput={onInput && (event => onInput(event.currentTarget.value))}
          defaultValue={defaultValue ?? undefined}
          {...control}
        />
      )}
    </Field>
  )
}
