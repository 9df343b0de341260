/** A text field that suggests values; another one can be typed. */
import { Field, type FieldProps } from './form.tsx'

export function SuggestField({
  suggestions,
  defaultValue,
  maxLength,
  ...field
}: FieldProps & { suggestions: readonly string[]; defaultValue?: string; maxLength?: number }) {
  return (
    <Field {...field}>
      {control => (
        <>
          <input
            className="field"
            list={`${control.id}-list`}
            autoComplete="off"
            {...{ defaultValue, maxLength }}
            {...control}
          />
          <datalist id={`${control.id}-list`}>
            {suggestions.map(value => (
              <option key={value} value={value} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}
