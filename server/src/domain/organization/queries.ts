/** SQL of the organization itself: `$1` is its id. */
import type { Plan, Scope } from '#contract/scopes.ts'
import { statement } from '#server/db/statement.ts'

export type OrganizationAndKey = {
  name: string
  time_zone: string
  plan: Plan
  has_partner_agreement: boolean
  is_sandbox: boolean
  books_closed_through: string | null
  /** `expires_at` as JSON has it; `requests_per_minute` is null where the tier's figure holds. */
  key: { key_id: string; name: string; scopes: Scope[]; requests_per_minute: number | null; expires_at: string | null }
}

/** With its key `$2`. */
export const findOrganizationAndKey = statement<OrganizationAndKey>(
  'find_organization_and_key',
  `select o.name, o.time_zone, o.plan, o.has_partner_agreement, o.is_sandbox, o.books_closed_through,
          jsonb_build_object(
            'key_id', k.id, 'name', k.name, 'scopes', k.scopes, 'requests_per_minute', k.requests_per_minute, 'expires_at', k.expires_at
          ) as key
     from organizations o
     join api_keys k on k.organization_id = $1 and k.id = $2
    where o.id = $1`,
)
