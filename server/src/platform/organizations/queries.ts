/** SQL of organizations; all of it runs as gatehouse_platform, on the operator's behalf. */
import type { Plan } from '#contract/scopes.ts'
import { statement } from '#server/db/statement.ts'

export type OrganizationRecord = {
  id: string
  name: string
  plan: Plan
  has_partner_agreement: boolean
  time_zone: string
  is_sandbox: boolean
  /** The last closed day: nothing is posted to the ledger on that day or before. */
  books_closed_through: string | null
  /** The uuid of the live organization that a sandbox belongs to. */
  sandbox_of: string | null
  /** When another sandbox replaced this one. */
  retired_at: string | null
  created_at: string
}

const RECORD =
  'id, name, plan, has_partner_agreement, time_zone, is_sandbox, books_closed_through, sandbox_of, retired_at, created_at'

export const insertOrganization = statement<OrganizationRecord>(
  'insert_organization',
  `insert into organizations (id, name, plan, has_partner_agreement, time_zone, is_sandbox)
   values ($1, $2, $3, $4, $5, $6)
   returning ${RECORD}`,
)

export const listOrganizations = statement<OrganizationRecord>(
  'list_organizations',
  `select ${RECORD} from organizations order by created_at, id`,
)

export const findOrganization = statement<OrganizationRecord>(
  'find_organization',
  `select ${RECORD} from organizations where id = $1`,
)

export const updatePlan = statement<OrganizationRecord>(
  'update_plan',
  `update organizations set plan = coalesce($2, plan), has_partner_agreement = coalesce($3, has_partner_agreement)
    where id = $1
   returning ${RECORD}`,
)

/** Updates a sandbox's plan: a sandbox is on the plan of the organization it belongs to. */
export const updateSandboxPlan = statement<Pick<OrganizationRecord, 'id'>>(
  'update_sandbox_plan',
  `update organizations set plan = $2, has_partner_agreement = $3 where sandbox_of = $1 and retired_at is null returning id`,
)

/** Locks the organization: nobody else can change it until this transaction ends. Its row is locked before its books. */
export const lockOrganization = statement<never>(
  'lock_organization',
  'select from organizations where id = $1 for no key update',
)

/** Waits until no transaction of the organization `$1` is posting, and prevents posting until this transaction ends. */
export const lockBooks = statement<never>(
  'lock_books',
  `select pg_advisory_xact_lock(hashtextextended('books ' || $1::uuid, 0))`,
)

export const updateBooks = statement<OrganizationRecord>(
  'update_books',
  `update organizations set books_closed_through = $2 where id = $1 returning ${RECORD}`,
)
