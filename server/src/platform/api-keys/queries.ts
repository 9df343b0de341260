/** SQL of API keys. Lookups by secret run as gatehouse_platform, across organizations; all other statements are limited to one. */
import type { Plan, Scope } from '#contract/scopes.ts'
import { statement } from '#server/db/statement.ts'

export type KeyRow = {
  organization_id: string
  id: string
  family_id: string
  scopes: Scope[]
  requests_per_minute: number | null
  allowed_cidrs: string[]
  expires_at: string | null
  revoked_at: string | null
  plan: Plan
  has_partner_agreement: boolean
  time_zone: string
  is_sandbox: boolean
  customer_id: string
}

export const findKeyBySecret = statement<KeyRow>(
  'find_key_by_secret',
  `select k.organization_id, k.id, k.family_id, k.scopes, k.requests_per_minute, k.allowed_cidrs::text[] as allowed_cidrs,
          k.expires_at, k.revoked_at, o.plan, o.has_partner_agreement, o.time_zone, o.is_sandbox,
          coalesce(o.sandbox_of, o.id) as customer_id
     from api_keys k
     join organizations o on o.id = k.organization_id
    where k.secret_sha256 = $1 and o.retired_at is null`,
)

export const listSecretsSince = statement<{ secret_sha256: Buffer; created_at: string }>(
  'list_secrets_since',
  'select secret_sha256, created_at from api_keys where created_at >= $1',
)

/**
 * Records one row per key, the newest use last, from parallel arrays of organization, key, instant and address. All processes lock the rows in the
 * same order.
 */
export const recordKeyUse = statement<never>(
  'record_key_use',
  `with locked as (
     select k.organization_id, k.id, used.at, used.address
       from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::inet[]) as used (organization_id, id, at, address)
       join api_keys k on k.organization_id = used.organization_id and k.id = used.id
      order by k.organization_id, k.id
        for no key update of k
   )
   update api_keys k
      set last_used_at = l.at, last_used_address = l.address
     from locked l
    where k.organization_id = l.organization_id and k.id = l.id and (k.last_used_at is null or k.last_used_at < l.at)`,
)

export type KeyRecord = {
  id: string
  family_id: string
  name: string
  mask: string
  scopes: Scope[]
  requests_per_minute: number | null
  allowed_cidrs: string[]
  created_by: string
  created_at: string
  expires_at: string | null
  revoked_at: string | null
  last_used_at: string | null
  last_used_address: string | null
}

const KEY_RECORD = `id, family_id, name, mask, scopes, requests_per_minute, allowed_cidrs::text[] as allowed_cidrs, created_by,
          created_at, expires_at, revoked_at, last_used_at, host(last_used_address) as last_used_address`

export const insertKey = statement<KeyRecord>(
  'insert_key',
  `insert into api_keys (organization_id, id, family_id, name, secret_sha256, mask, scopes, requests_per_minute, allowed_cidrs, created_by, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9::cidr[], $10, $11)
   returning ${KEY_RECORD}`,
)

export const listKeys = statement<KeyRecord>(
  'list_keys',
  `select ${KEY_RECORD} from api_keys where organization_id = $1 order by created_at desc, id desc`,
)

export const findKey = statement<KeyRecord>(
  'find_key',
  `select ${KEY_RECORD} from api_keys where organization_id = $1 and id = $2 for update`,
)

export const revokeKey = statement<KeyRecord>(
  'revoke_key',
  `update api_keys set revoked_at = coalesce(revoked_at, $3) where organization_id = $1 and id = $2 returning ${KEY_RECORD}`,
)

export const endKeyAt = statement<KeyRecord>(
  'end_key_at',
  `update api_keys set expires_at = least(expires_at, $3) where organization_id = $1 and id = $2 returning ${KEY_RECORD}`,
)

/** The organization of a key that an operator names without its organization; runs as gatehouse_platform. */
export const findOrganizationOfKey = statement<{ organization_id: string }>(
  'find_organization_of_key',
  'select organization_id from api_keys where id = $1',
)
