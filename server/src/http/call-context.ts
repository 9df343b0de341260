/** The context of an operation, created from the call that it serves. */
import type { FastifyRequest } from 'fastify'
import { SCOPES, type Scope, TIERS, tierOf } from '#contract/scopes.ts'
import { todayIn } from '#server/base/dates.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/platform/api-keys/directory.ts'
import type { Context } from '#server/platform/context.ts'
import type { Services } from './services.ts'

/** The principal of a call: the caller of a key, or a member. */
export type Principal = Pick<
  Caller,
  'organizationId' | 'customerId' | 'isSandbox' | 'timeZone' | 'familyId' | 'actor'
> &
  Partial<Pick<Caller, 'scopes' | 'plan' | 'hasPartnerAgreement'>>

/** The principal of an admitted call. */
export function principalOf({ call }: FastifyRequest): Principal {
  return (call.caller ?? call.member) as Principal
}

/** Creates the context of a call; that of the console also has the member who calls. */
export type ContextOf = (principal: Principal, db: Tenant, services: Services) => Context

export function contextFor<Db extends Tenant>(principal: Principal, db: Db, services: Services): Context & { db: Db } {
  const { isSandbox, timeZone, actor } = principal
  const { clock, liveChannels, external } = services
  const now = clock.now()
  return {
    db,
    isSandbox,
    liveChannels,
    timeZone,
    scopes: scopesOf(principal),
    today: todayIn(timeZone, now),
    now,
    actor,
    external,
  }
}

/** The scopes of a call. A member's role has already decided; a key reads what both its own scopes and its plan include. */
function scopesOf({ scopes, plan, hasPartnerAgreement }: Principal): readonly Scope[] {
  if (scopes === undefined || plan === undefined) return SCOPES
  const tier = tierOf(plan, hasPartnerAgreement === true)
  return tier ? scopes.filter(scope => TIERS[tier].scopes.includes(scope)) : []
}
