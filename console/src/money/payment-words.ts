/** How a payment was made, in words. */
import type { Payment } from '#client/v1.ts'
import { inWords } from '../kit/words.ts'

/** The method of a payment; where its money comes from if nobody transferred it. */
export function methodOf({ method, source }: Pick<Payment, 'method' | 'source'>): string {
  if (source === 'SECURITY_DEPOSIT') return 'Withheld deposit'
  return inWords(source === 'OPENING_BALANCE' ? source : method)
}

/** `Check 1042`; the reference alone if it names the method itself or the method says nothing, such as `ACH 191461872`. */
export function paidBy({ method, reference }: Pick<Payment, 'method' | 'reference'>): string | null {
  const word = inWords(method)
  if (!reference) return method === 'OTHER' ? null : word
  const namesIt = method === 'OTHER' || reference.toLowerCase().startsWith(word.toLowerCase())
  return namesIt ? reference : `${word} ${reference}`
}
