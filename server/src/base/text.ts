/** Text that can be stored and sent on as it is. */

/** Whether `text` is Unicode that UTF-8 has a form for, no half of a surrogate pair, and without the NUL that PostgreSQL has no place for. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** The first `length` characters of `text`, and never half of one. */
export function beginning(text: string, length: number): string {
  return text.length <= length ? text : [...text.slice(0, length * 2)].slice(0, length).join('')
}
