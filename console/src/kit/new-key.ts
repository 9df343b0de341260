/** An Idempotency-Key. crypto.randomUUID is not there over plain http; random bytes are. */

export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
