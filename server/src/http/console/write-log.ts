/** The administrative log of what people do: an operation that writes none itself is written down in the words of its contract. */
import type { AnyOperation } from '#contract/operation.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { insertAdministrativeEntry, logAdministration } from '#server/platform/administrative-log.ts'
import type { Member, MemberContext } from '#server/platform/members/member.ts'
import { contextFor, type Principal } from '../call-context.ts'
import type { RecordWrite } from '../perform.ts'
import type { Services } from '../services.ts'

/** Notes whether the operation that is given it wrote an entry. */
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

/** `createWorkOrder` is `work_order.create`; what was sent is not repeated, since it may be anything. */
export function recorder(name: string, { secretField }: AnyOperation): RecordWrite {
  const [, verb = name, noun = ''] = /^([a-z]+)(\w*)$/.exec(name) ?? []
  const action = `${noun.replaceAll(/(?<!^)([A-Z])/g, '_$1').toLowerCase()}.${verb}`
  return async (_tx, _request, _reply, { context, input, output }) => {
    if ((context.db as Watched).hasLogged) return
    const given = input as Readonly<Record<string, unknown>>
    const made = output as Readonly<Record<string, unknown>>
    const [, id] = Object.entries(made).find(([field]) => field === 'id' || field.endsWith('_id')) ?? []
    const fields = Object.keys(given).filter(field => field !== 'id' && field !== secretField)
    await logAdministration(context, context.organizationId, action, String(given.id ?? id), { after: { fields } })
  }
}
