/**
 * An API key's text: `pm_live_` or `pm_test_`, 30 random base62 characters, 6 characters of CRC-32 checksum over those 30. The checksum (GitHub's
 * method) lets a scanner find leaked keys and lets us refuse a typo without querying the database.
 */
import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const FORM = /^pm_(?:live|test)_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/

/** A new key; `isSandbox` decides its prefix. This is the only time that its text exists on our side. */
export function makeSecret(isSandbox: boolean): string {
  let random = ''
  for (let position = 0; position < 30; position++) random += ALPHABET[randomInt(62)]
  return `pm_${isSandbox ? 'test' : 'live'}_${random}${checksum(random)}`
}

/** Whether `text` has the form of a key and its checksum is right. */
export function isWellFormed(text: string): boolean {
  const match = FORM.exec(text)
  return match !== null && checksum(match[1]!) === match[2]
}

/** SHA-256 of the key, the only form that is stored; 178 random bits do not need a slow hash. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

/** The mask of a key, such as `pm_live_Ab3d…9xYz`: enough to recognize it, and useless for guessing it. */
export function maskSecret(secret: string): string {
  return `${secret.slice(0, 12)}…${secret.slice(-4)}`
}

export function checksum(random: string): string {
  let value = crc32(random)
  let text = ''
  while (value > 0) {
    text = ALPHABET[value % 62] + text
    value = Math.floor(value / 62)
  }
  return text.padStart(6, '0')
}
