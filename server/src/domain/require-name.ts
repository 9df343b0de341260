/** The rule that a resident or a lead has at least one name. */
import { fieldError } from '#server/base/refusal.ts'
import { isBlank } from '#server/base/text.ts'

export function requireName({ first_name, last_name }: { first_name: string; last_name: string }): void {
  if (isBlank(first_name) && isBlank(last_name))
    throw fieldError('last_name', 'must not be empty if first_name is empty too')
}
