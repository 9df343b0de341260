/** The field in which a member chooses a password. */
import { TextField } from '../kit/form.tsx'

export function NewPasswordField({ name, label = 'New password' }: { name: string; label?: string }) {
  return (
    <TextField
      name={name}
      label={label}
      type="password"
      autoComplete="new-password"
      hint="At least 10 characters."
      minLength={10}
      maxLength={128}
      required
    />
  )
}
