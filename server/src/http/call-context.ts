/** The context of an operation, made from the call it serves. */
import type { FastifyRequest } from 'fastify'
import { todayIn } from '#server/base/dates.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/platform/api-keys/directory.ts'
import type { Context } from '#server/platform/context.ts'
import type { Services } from './services.ts'

/** The principal of a call: the caller of a key, or a member. */
export type Principal = Pick<Caller, 'organizationId' | 'customerId' | 'isSandbox' | 'timeZone' | 'familyId' | 'actor'>

/** The principal of a call that was admitted. */
export function principalOf({ call }: FastifyRequest): Principal {
  return (call.caller ?? call.member) as Principal
}

export function contextFor<Db extends Tenant>(principal: Principal, db: Db, services: Services): Context & { db: Db } {
  const { organizationId, isSandbox, timeZone, actor } = principal
  const { clock, liveChannels, outside } = services
  const now = clock.now()
  return {
    db,
    organizationId,
    isSandbox,
    liveChannels,
    timeZone,
    today: todayIn(timeZone, now),
    now,
    actor,
    outside,
  }
}
