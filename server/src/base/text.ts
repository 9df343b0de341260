/** Checks for text that can be stored and sent on unchanged. */

/** Whether `text` can be encoded as UTF-8, without half a surrogate pair, and has no NUL, which PostgreSQL cannot store. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** The first `length` characters of `text`, without cutting a surrogate pair in half. */
export function truncate(text: string, length: number): string {
  return text.length <= length ? text : [...text.slice(0, length * 2)].slice(0, length).join('')
}
