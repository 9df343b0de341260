/** Creates an Idempotency-Key from random bytes, because crypto.randomUUID does not exist over plain http. */

export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
