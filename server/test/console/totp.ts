/** The codes that an authenticator shows. */
import { createHmac } from 'node:crypto'

/**
 * A code by RFC 6238: six digits, thirty seconds, SHA-1. A code works only once. After one was used, the next one (`steps` 1) is
 * already accepted, and stays valid the longest.
 */
export function totp(base32: string, steps: 0 | 1 = 0): string {
  const bits = [...base32]
    .map(digit => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(digit).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const mac = createHmac('sha1', key).update(counter).digest()
  const at = (mac.at(-1) as number) & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
