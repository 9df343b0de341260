/** The name of a resident or a lead, who may have a first name, a last name or both. */

type Named = { first_name: string; last_name: string }

/** `Dana Whitfield`. */
export function fullName({ first_name, last_name }: Named): string {
  return `${first_name} ${last_name}`.trim()
}

/** `Whitfield, Dana`, for lists in the order of last names. */
export function nameByLast({ first_name, last_name }: Named): string {
  return [last_name, first_name].filter(Boolean).join(', ')
}
