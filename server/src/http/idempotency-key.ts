/** The Idempotency-Key header: 8 to 128 visible ASCII characters, bare or as a quoted structured-field string. */
import { fieldError } from '#server/base/refusal.ts'

/** The key, unquoted, or undefined if no header is given. A malformed key and a second header are refused. */
export function checkIdempotencyKey([text, ...more]: readonly string[] = []): string | undefined {
  if (text === undefined) return undefined
  if (more.length > 0) throw fieldError('Idempotency-Key', 'is given more than once')
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(text)
  const key = quoted ? quoted[1]!.replaceAll(/\\(["\\])/g, '$1') : text
  if (!quoted && text.startsWith('"')) {
    throw fieldError(
      'Idempotency-Key',
      'begins with a quotation mark, so it must be a quoted string of 8 to 128 visible ASCII characters',
    )
  }
  if (/^[\x21-\x7e]{8,128}$/.test(key)) return key
  throw fieldError('Idempotency-Key', 'must be 8 to 128 visible ASCII characters')
}
