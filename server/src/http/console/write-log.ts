/** Writes the administrative log entry of a member's call if the operation itself did not write one. */
import { V1_ACTIONS } from '#contract/console/administrative-log.ts'
import type { AnyOperation } from '#contract/operation.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { insertAdministrativeEntry, logAdministration } from '#server/platform/administrative-log.ts'
import type { Member, MemberContext } from '#server/platform/members/member.ts'
import { contextFor, type Principal } from '../call-context.ts'
import type { RecordWrite } from '../perform.ts'
import type { Services } from '../services.ts'

/** A tenant that remembers whether the operation that used it wrote an entry. */
type Watched = Tenant & { hasLogged: boolean }

export function memberContext(principal: Principal, db: Tenant, services: Services): MemberContext {
  return { ...contextFor(principal, watch(db), services), member: principal as Member }
}

function watch(db: Tenant): Watched {
  const watched: Watched = {
    organizationId: db.organizationId,
    hasLogged: false,
    query(statement, values) {
      if ((statement as unknown) === insertAdministrativeEntry) watched.hasLogged = true
      return db.query(statement, values)
    },
  }
  return watched
}

/**
 * Returns the function that writes the entry. The entry contains the names of the fields that were sent, but not their values, which may be
 * anything.
 */
export function recorder(name: string, { secretField }: AnyOperation): RecordWrite {
  const action = (V1_ACTIONS as Readonly<Record<string, string>>)[name]
  return async (_tx, _request, _reply, { context, input, output }) => {
    // An operation that wrote no entry and has no action stated changed nothing, such as pausing a subscription that is already paused.
    if ((context.db as Watched).hasLogged || action === undefined) return
    const given = input as Readonly<Record<string, unknown>>
    const made = output as Readonly<Record<string, unknown>>
    const [, id] = Object.entries(made).find(([field]) => field === 'id' || field.endsWith('_id')) ?? []
    const fields = Object.keys(given).filter(field => field !== 'id' && field !== secretField)
    await logAdministration(context, action, String(given.id ?? id), { after: { fields } })
  }
}
