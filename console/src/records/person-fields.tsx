/** The fields of a person: the name, and how to reach them. */
import { FieldRow, TextField } from '../kit/form.tsx'

export type Person = { first_name: string; last_name: string; email: string | null; phone: string | null }

/** `person` is who the fields show at first; they are empty without one. */
export function PersonFields({ person, nameHint }: { person?: Person | undefined; nameHint?: string }) {
  return (
    <>
      <FieldRow>
        <TextField
          name="first_name"
          label="First name"
          maxLength={100}
          defaultValue={person?.first_name}
          hint={nameHint}
        />
        <TextField name="last_name" label="Last name" maxLength={100} defaultValue={person?.last_name} />
      </FieldRow>
      <FieldRow>
        <TextField name="email" label="E-mail" type="email" maxLength={254} defaultValue={person?.email} />
        <TextField name="phone" label="Phone" inputMode="tel" maxLength={40} defaultValue={person?.phone} />
      </FieldRow>
    </>
  )
}
