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
