/** What an operation is told of the call it serves. */
import type { FastifyRequest } from 'fastify'
import { todayIn } from '#server/base/dates.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/platform/api-keys/directory.ts'
import type { Context } from '#server/platform/context.ts'
import type { Services } from './services.ts'

/** Of a call that was let in. */
export function callerOf(request: FastifyRequest): Caller {
  return request.call.caller as Caller
}

export function contextFor<Db extends Tenant>(caller: Caller, db: Db, services: Services): Context & { db: Db } {
  const { organizationId, isSandbox, timeZone, keyId } = caller
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
    actor: keyId,
    outside,
  }
}
