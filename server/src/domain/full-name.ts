/** The rule that a resident or a lead has at least one name. */
import { fieldError } from '#server/base/refusal.ts'

export function checkNamed({ first_name, last_name }: { first_name: string; last_name: string }): void {
  if (first_name.trim() === '' && last_name.trim() === '')
    throw fieldError('last_name', 'must not be empty if first_name is empty too')
}
