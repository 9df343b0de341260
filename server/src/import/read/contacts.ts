/** Reads the cells with the e-mail addresses and phone numbers of residents. Pure. */
import { type CellKind, wholeList } from './cells.ts'

export const EMAILS: CellKind<string[]> = {
  parse: parseEmails,
  is: 'an email address',
  write: 'Write name@example.com; separate several with commas.',
}

export const PHONES: CellKind<string[]> = {
  parse: parsePhones,
  is: 'a phone number',
  write: 'Write 7 to 15 digits, such as (614) 555-0100; separate several with commas.',
}

/** Reads phone numbers with what offices write around them: whose or of what kind each is, which may stand before or after it. */
function parsePhones(text: string): string[] | undefined {
  const numbers = text
    .replace(/[,;]\s*(?=(?:x|ext)\.?\s*\d)/gi, ' ')
    .replace(PHONE_LABEL, ';')
    .replace(/\s(?:&|and|or)\s/gi, ';')
  return wholeList(numbers, /[,;/|\n]+/, parsePhone)
}

const PHONE_LABEL =
  /\(?\b(?:(?:cell(?:ular)?|mobile|home|work|office|business|main|primary|day(?:time)?|evening|tel|alt(?:ernate)?)(?: ?phone)?|phone)\b\.?\)?(?: ?[:-])?|\([chmow]\)|\b[chmow]:/gi

function parsePhone(text: string): string | undefined {
  // A number that a program wrote as one: 6145550101.0. As 6.14555E+09, it has lost digits.
  const number = text
    .replace(/^[a-z ]+:/i, '')
    .trim()
    .replace(/^(\d+)\.0$/, '$1')
  if (/^\d\.\d+e\+?\d+$/i.test(number)) return undefined
  const digits = number.replace(/(ext\.?|x).*$/i, '').replace(/\D/g, '').length
  return number.length <= 40 && digits >= 7 && digits <= 15 && /^[\d+(]/.test(number) ? number : undefined
}

/** Reads e-mail addresses, which may have the name of the person before them and angle brackets around them. */
function parseEmails(text: string): string[] | undefined {
  const addresses = text
    // The name is looked for only where one can begin: at every character, a cell of 10,000 took 0.26 s.
    .replace(/(?<![^<>,;|\n])[^<>,;|\n]*<([^<>]*)>/g, '$1,')
    .replace(/\bmailto:/gi, '')
    .replace(/\s(?:and|or)\s/gi, ',')
  return wholeList(addresses, /[\s,;/|&]+/, part => {
    const address = part.replace(/\.$/, '')
    return isEmail(address) ? address : undefined
  })
}

export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>()",;]+@[^\s@<>()",;.]+(\.[^\s@<>()",;.]+)+$/.test(text)
}
