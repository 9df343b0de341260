/** `key`: issuing, listing, rotating and revoking API keys. */
import { SCOPES, type Scope, TIERS, tierOf } from '#contract/scopes.ts'
import { Refusal } from '../base/refusal.ts'
import { typed } from '../base/typed-command.ts'
import { allKeys, createKey, MAX_OVERLAP_HOURS, revokeKeyNow, rotateKey } from '../platform/api-keys/changes.ts'
import { findOrganizationOfKey, type KeyRecord } from '../platform/api-keys/queries.ts'
import type { OrganizationRecord } from '../platform/organizations/queries.ts'
import { type Command, ORGANIZATION_OPTION, type Outcome } from './command.ts'
import { type Session, withSession } from './session.ts'

export const createKeyCommand: Command = {
  words: 'key create',
  about: 'Create an API key. The key is shown only once.',
  options: {
    org: ORGANIZATION_OPTION,
    name: { value: 'NAME', required: true, about: 'A name that says what the key is for.' },
    scopes: { value: 'a,b', required: true, someOf: SCOPES, about: `Some of ${SCOPES.join(', ')}.` },
    rpm: { value: 'N', about: 'Calls allowed in any 60 seconds. Defaults to the quota of the tier.' },
    'expires-at': { value: 'TIME', about: 'When the key expires, such as 2027-01-31T00:00:00Z.' },
    'allowed-cidrs': { value: 'a,b', about: 'Address ranges the key may be used from.' },
  },
  run: call => {
    const requestsPerMinute = call.count('rpm', { min: 1, max: 100_000 })
    return withSession(call, async session => {
      const organization = await session.organization(call.text('org') as string)
      const issued = await session.within(organization, context =>
        createKey(context, {
          name: call.text('name') as string,
          scopes: words(call.text('scopes')) as Scope[],
          requestsPerMinute,
          expiresAt: call.text('expires-at'),
          allowedCidrs: words(call.text('allowed-cidrs')),
        }),
      )
      return answerIssued(issued, warnings(organization, issued.key))
    })
  },
}

export const listKeysCommand: Command = {
  words: 'key list',
  about: 'List an organization’s keys, newest first.',
  options: { org: ORGANIZATION_OPTION },
  run: call =>
    withSession(call, async session => {
      const keys = await session.within(await session.organization(call.text('org') as string), allKeys)
      const lines = keys.length > 0 ? keys.map(lineOf) : [`No keys yet. Create one with ${typed('key create')}.`]
      return { json: { keys: keys.map(shown) }, lines }
    }),
}

export const rotateKeyCommand: Command = {
  words: 'key rotate',
  about: 'Replace a key by a new one with the same scopes. The old key keeps working for the overlap.',
  operands: ['KEY_ID'],
  options: {
    'overlap-hours': { value: 'N', about: 'How long the old key keeps working, at most 720. Defaults to 24.' },
  },
  run: call => {
    const hours = call.count('overlap-hours', { min: 0, max: MAX_OVERLAP_HOURS })
    return withSession(call, async session => {
      const organization = await organizationOfKey(session, call.operands[0]!)
      return answerIssued(
        await session.within(organization, context => rotateKey(context, call.operands[0]!, hours)),
        [],
      )
    })
  },
}

export const revokeKeyCommand: Command = {
  words: 'key revoke',
  about: 'Revoke a key permanently. It stops working within one second.',
  operands: ['KEY_ID'],
  options: {},
  run: call =>
    withSession(call, async session => {
      const organization = await organizationOfKey(session, call.operands[0]!)
      const key = await session.within(organization, context => revokeKeyNow(context, call.operands[0]!))
      return { json: shown(key), lines: [lineOf(key)] }
    }),
}

async function organizationOfKey(session: Session, keyId: string): Promise<OrganizationRecord> {
  // A key must not be repeated in an error, which may end up in the log of a script.
  if (/^pm_/.test(keyId)) {
    throw new Refusal('invalid_request', `KEY_ID is a key itself. Give its ID, which ${typed('key list')} shows.`)
  }
  const [row] = await session.pools.platformReads.for(null).query(findOrganizationOfKey, [keyId])
  if (!row) throw new Refusal('not_found', `There is no key ${keyId}.`)
  return session.organization(row.organization_id)
}

function answerIssued({ key, apiKey }: { key: KeyRecord; apiKey: string }, warned: string[]): Outcome {
  return {
    json: { ...shown(key), api_key: apiKey, ...(warned.length > 0 && { warnings: warned }) },
    lines: [lineOf(key), '', `  ${apiKey}`, '', 'Save it now: it is not stored and cannot be shown again.', ...warned],
  }
}

/** Warns about scopes that the plan does not include yet, because a key may have them. */
function warnings({ plan, has_partner_agreement }: OrganizationRecord, key: KeyRecord): string[] {
  const tier = tierOf(plan, has_partner_agreement)
  if (!tier) return [`The plan ${plan} has no API access: every call of this key is refused until the plan changes.`]
  const idle = key.scopes.filter((scope: Scope) => !TIERS[tier].scopes.includes(scope))
  return idle.length > 0
    ? [`The plan ${plan} does not include ${idle.join(', ')}: calls that need it are refused.`]
    : []
}

function shown({ id, ...rest }: KeyRecord): Record<string, unknown> {
  return { key_id: id, ...rest }
}

function lineOf({ id, name, mask, scopes, revoked_at, expires_at }: KeyRecord): string {
  const end = revoked_at ? ` revoked ${revoked_at}` : expires_at ? ` until ${expires_at}` : ''
  return `${id}  ${mask}  ${name}  (${scopes.join(', ')})${end}`
}

function words(text: string | undefined): string[] {
  return (text ?? '').split(',').flatMap(word => word.trim() || [])
}
