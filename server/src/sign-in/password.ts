/** Passwords as better-auth stores them: scrypt in the thread pool of Node, each with its own salt. */
import { randomInt } from 'node:crypto'
import { Refusal } from '#server/base/refusal.ts'
import { PASSWORD_LENGTH } from './better-auth.ts'

export async function hashPassword(password: string): Promise<string> {
  const { min, max } = PASSWORD_LENGTH
  if (password.length < min || password.length > max) {
    throw new Refusal('invalid_request', `A password must be ${min} to ${max} characters long.`)
  }
  const crypto = await import('better-auth/crypto')
  return crypto.hashPassword(password)
}

/** The characters, without letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzACDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A password that is typed only once: 100 random bits in groups of five characters. */
export function makePassword(): string {
  const group = () => Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}
