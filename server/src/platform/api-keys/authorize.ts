/** Whether a key may call an operation: its own scopes and its organization's tier, checked at each call. */
import { type Scope, TIERS, tierInWords, tierOf, tierWith } from '#contract/scopes.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Caller } from './directory.ts'

/** Refuses a caller whose key or plan does not include `scope`; null requires only API access. */
export function authorize(caller: Pick<Caller, 'scopes' | 'plan' | 'hasPartnerAgreement'>, scope: Scope | null): void {
  const tier = tierOf(caller.plan, caller.hasPartnerAgreement)
  if (!tier) {
    throw new Refusal(
      'forbidden',
      `The ${caller.plan} plan does not include API access. The lowest tier that does is the ${tierInWords('CORE')}.`,
    )
  }
  if (scope === null) return
  if (!caller.scopes.includes(scope))
    throw new Refusal('forbidden', `This key lacks the scope ${scope}. Use a key that has it.`)
  if (!TIERS[tier].scopes.includes(scope)) {
    throw new Refusal(
      'forbidden',
      `The scope ${scope} is part of the ${tierInWords(tierWith(scope))}; this organization is on ${caller.plan}.`,
    )
  }
}
