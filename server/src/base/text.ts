/** Checks of text: whether it can be stored and passed on unchanged, and whether any of it is visible. */

/** Whether `text` can be encoded as UTF-8, without half a surrogate pair, and has no NUL, which PostgreSQL cannot store. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** The first `length` characters of `text`, without cutting a surrogate pair in half. */
export function truncate(text: string, length: number): string {
  return text.length <= length ? text : [...text.slice(0, length * 2)].slice(0, length).join('')
}

/** The number of characters of `text`, as the limits of every other field count them: one of two UTF-16 code units, such as an emoji, is one. */
export function charactersOf(text: string): number {
  return [...text].length
}

/** What is the same for two spellings of one name, which may differ in case and in whether a letter with a mark is one character or two. */
export function nameKey(name: string): string {
  return name.trim().normalize('NFC').toLowerCase()
}

/** The letters and digits of a name, which are the same whether or not it is written with accents, hyphens, apostrophes and spaces. */
export function lettersOf(name: string): string {
  if (PLAIN.test(name)) return name.toLowerCase()
  const letters = name.normalize('NFD').replaceAll(BETWEEN_LETTERS, '').normalize('NFC').toLowerCase()
  return letters.replaceAll(/[øłđßæœ]/g, letter => LATIN[letter]!)
}

const PLAIN = /^[a-z0-9]*$/i
/** Latin accents, and all that is no letter and no digit. Other scripts keep their marks, which make other letters. */
const BETWEEN_LETTERS = /(?<=\p{Script=Latin}\p{M}*)\p{M}|[^\p{L}\p{M}\p{N}]/gu
/** Letters of which Unicode makes no accent, and how names without accents write them. */
const LATIN: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe' }

/** A visible character. Whitespace, control characters, zero-width characters, fillers and the blank Braille pattern are not visible. */
const VISIBLE = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u

/** Whether `text` has no visible character. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text)
}

/**
 * Whether `text` is one line, without control characters. Those include the marks that turn the direction of the text after them: pages, mails and
 * files join names with other words, which would turn with them. Hebrew and Arabic letters need no marks.
 */
export function isOneLine(text: string): boolean {
  return !/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(text)
}

/** `text` on one line, for names and subjects in a mail header or between other words. */
export function onOneLine(text: string): string {
  return text
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
}

/** Compares text by UTF-16 code unit, for `sort`. Days and instants of one form sort by time. */
export function compareText(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1
}

/** Returns `text` from its first visible character on. */
export function fromFirstVisible(text: string): string {
  return text.slice(Math.max(0, text.search(VISIBLE)))
}

/** A number of things in words: `1 row`, `2,000 rows`. `many` is the plural if it is not the singular with an s. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}
