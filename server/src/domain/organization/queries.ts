/** SQL of the organization itself: `$1` is its ID. */
import type { getSettings } from '#contract/console/settings.ts'
import type { OutputOf } from '#contract/operation.ts'
import type { Plan, Scope } from '#contract/scopes.ts'
import { statement } from '#server/db/statement.ts'

type OrganizationAndKey = {
  name: string
  time_zone: string
  plan: Plan
  has_partner_agreement: boolean
  is_sandbox: boolean
  books_closed_through: string | null
  /** `expires_at` is formatted as in JSON; `requests_per_minute` is null if the tier's figure applies. */
  key: { key_id: string; name: string; scopes: Scope[]; requests_per_minute: number | null; expires_at: string | null }
}

/** The organization with its key `$2`. */
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

export type SettingsRow = Omit<OutputOf<typeof getSettings>, 'organization_id' | 'today'>

const SETTINGS = `name, time_zone, is_sandbox, address_line, city, state, postal_code, books_closed_through, sender_name, reply_to`

export const findSettings = statement<SettingsRow>(
  'find_settings',
  `select ${SETTINGS} from organizations where id = $1`,
)

/** The settings. Nobody else can change the organization until this transaction ends. */
export const lockSettings = statement<SettingsRow>(
  'lock_settings',
  `select ${SETTINGS} from organizations where id = $1 for no key update`,
)

export const updateOrganization = statement<never>(
  'update_organization',
  `update organizations
      set name = $2, time_zone = $3, address_line = $4, city = $5, state = $6, postal_code = $7, sender_name = $8, reply_to = $9
    where id = $1`,
)

export const closeBooksThrough = statement<never>(
  'close_books_through',
  'update organizations set books_closed_through = $2::date where id = $1',
)
