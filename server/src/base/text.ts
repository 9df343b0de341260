/** What text is made of: whether it can be stored and sent on unchanged, and whether there is anything to see in it. */

/** Whether `text` can be encoded as UTF-8, without half a surrogate pair, and has no NUL, which PostgreSQL cannot store. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** The first `length` characters of `text`, without cutting a surrogate pair in half. */
export function truncate(text: string, length: number): string {
  return text.length <= length ? text : [...text.slice(0, length * 2)].slice(0, length).join('')
}

/** A character that can be seen. White space, controls, characters of no width, fillers and the blank of Braille cannot. */
const VISIBLE = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u

/** Whether a reader of `text` sees nothing. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text)
}

/** `text` from its first character that can be seen. */
export function fromFirstVisible(text: string): string {
  return text.slice(Math.max(0, text.search(VISIBLE)))
}
