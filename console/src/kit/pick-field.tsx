/** A field of a form whose value is one of many, found by typing. */
import { useRef, useState } from 'react'
import { Combobox, type Search } from './combobox.tsx'
import { Field, type FieldProps } from './form.tsx'
import type { Choice } from './matching.ts'

export function PickField({
  choices,
  defaultValue,
  none,
  onChange,
  value,
  placeholder,
  missing,
  search,
  isFree,
  maxLength,
  ...field
}: FieldProps & {
  choices: readonly Choice[] | undefined
  defaultValue?: string | null | undefined
  none?: string
  value?: string
  onChange?: (value: string) => void
  placeholder?: string
  /** What has to be chosen elsewhere first, said while there is nothing to choose from. */
  missing?: string | undefined
  search?: Search
  /** Whether any other text can be entered. */
  isFree?: boolean
  maxLength?: number
}) {
  const input = useRef<HTMLInputElement>(null)
  const [own, setOwn] = useState<string>()
  const chosen = value ?? own ?? defaultValue ?? ''
  return (
    <Field {...field}>
      {({ name, ...control }) => (
        <>
          <input ref={input} type="hidden" name={name} value={chosen} data-shown-by={control.id} />
          <Combobox
            {...{ choices, none, placeholder, missing, search, isFree, maxLength }}
            {...control}
            value={chosen}
            onChange={next => {
              setOwn(next)
              onChange?.(next)
              // A choice counts as input of the form, even if nothing was typed to find it.
              input.current?.dispatchEvent(new Event('input', { bubbles: true }))
            }}
          />
        </>
      )}
    </Field>
  )
}
