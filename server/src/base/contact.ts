/** Contact details of a person: e-mail addresses and phone numbers, each in the one form that messages are sent to. */

/** Whether mail can be addressed to `text`: one address and nothing else, so that it cannot smuggle in a second one or a header. */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u.test(text)
}

/**
 * Whether somebody can sign in with the address `text`: the library that signs people in accepts no other, so an account with one could never be
 * used.
 */
export function isAccountAddress(text: string): boolean {
  return isMailAddress(text) && /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i.test(text)
}

/** The phone number in E.164 (`+16145550134`); a number of ten digits is read as a US number. Undefined if it is neither. */
export function phoneNumber(text: string): string | undefined {
  const digits = text.replaceAll(/[\s().\u2010-\u2015-]/g, '')
  if (/^\+[1-9]\d{7,14}$/.test(digits)) return digits
  const [, national] = /^1?([2-9]\d{2}[2-9]\d{6})$/.exec(digits) ?? []
  return national === undefined ? undefined : `+1${national}`
}

/** A masked address that its owner can still recognize, such as `d…@example.com` or `…0134`. */
export function maskedContact(text: string): string {
  const at = text.lastIndexOf('@')
  return at > 0 ? `${[...text][0]}…${text.slice(at)}` : `…${text.slice(-4)}`
}

/** Marks that turn the direction of the text after them, which would then be that of the words around a name as well. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g

/** `text` on one line and without marks that turn its direction, for names and subjects in a mail header or between other words. */
export function onOneLine(text: string): string {
  return text
    .replaceAll(TURNS, '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
}
