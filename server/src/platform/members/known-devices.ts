/**
 * Browsers from which somebody has signed in. Attempts from them are limited separately from everybody else's, so that guessing a password from
 * elsewhere does not lock out the account's owner.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '#server/base/clock.ts'
import type { RootKeys } from '../root-keys.ts'

/** How long a browser stays known after the last sign-in from it. */
export const KNOWN_FOR_MS = 90 * 86_400_000

/** How many people a shared browser remembers, the latest first; more would make the cookie long. */
const MAX_PEOPLE = 5
const MAX_LENGTH = 1_024
const PURPOSE = 'console-known-device/v1'

type KnownDevice = {
  id: string
  /** Identifies the account without revealing which one it is. */
  account: string
}

export type KnownDevices = {
  /** The device that the cookie's `value` proves to be known for the address or, without an address, for any address. */
  find(value: string | undefined, email?: string): KnownDevice | undefined
  /**
   * The cookie's value after the person with the address has signed in; others who signed in before stay known. `isRenewed` says that they have set a
   * password by a link: the browser is another device from then on, because attempts that it made before must not keep them from signing in.
   */
  remember(value: string | undefined, email: string, options?: { isRenewed?: boolean }): string
}

type Token = KnownDevice & { text: string; rootKeyId: string }

/**
 * Opens the known devices. Tokens are `<expires>.<id>.<account>.<signature>`, joined by `~`; a token signed with any root key that is still
 * configured is valid.
 */
export function openKnownDevices({ rootKeys, clock }: { rootKeys: RootKeys; clock: Clock }): KnownDevices {
  const sign = (rootKeyId: string, words: string) =>
    createHmac('sha256', rootKeys.derive(rootKeyId, PURPOSE, []))
      .update(words)
      .digest('base64url')
      .slice(0, 22)
  const accountOf = (rootKeyId: string, email: string) => sign(rootKeyId, `account ${email.trim().toLowerCase()}`)

  const read = (value: string | undefined) => textsOf(value).flatMap(text => readOne(text) ?? [])

  function readOne(text: string): Token | undefined {
    const [, words, expires, id, account, signature] =
      /^((\d{1,15})\.([\w-]{16})\.([\w-]{22}))\.([\w-]{22})$/.exec(text) ?? []
    if (!words || !id || !account || !signature || Number(expires) <= clock.now()) return undefined
    // Compared as text, because several last characters of base64 stand for the same bytes.
    const given = Buffer.from(signature)
    const rootKeyId = rootKeys.ids.find(each => timingSafeEqual(given, Buffer.from(sign(each, `device ${words}`))))
    return rootKeyId === undefined ? undefined : { id, account, text, rootKeyId }
  }

  const isOf = (email: string) => (token: Token) => token.account === accountOf(token.rootKeyId, email)

  return {
    find(value, email) {
      const tokens = read(value)
      return email === undefined ? tokens[0] : tokens.find(isOf(email))
    },
    remember(value, email, { isRenewed = false } = {}) {
      const tokens = read(value)
      const known = tokens.find(isOf(email))
      const id = (isRenewed ? undefined : known?.id) ?? randomBytes(12).toString('base64url')
      const account = accountOf(rootKeys.current, email)
      const words = `${clock.now() + KNOWN_FOR_MS}.${id}.${account}`
      const fresh = `${words}.${sign(rootKeys.current, `device ${words}`)}`
      const others = tokens.filter(token => token !== known).map(({ text }) => text)
      return [fresh, ...others].slice(0, MAX_PEOPLE).join('~')
    },
  }
}

/** The tokens in a cookie, before they are checked. */
function textsOf(value: string | undefined): string[] {
  return value === undefined || value.length > MAX_LENGTH ? [] : value.split('~').slice(0, MAX_PEOPLE)
}
