/** How the first payments are found in other orders than the list's own. `$1` is the organization. */
import { PAYMENT_METHODS } from '#contract/v1/payments.ts'
import { FAR, type Walk } from '#server/db/list-walk.ts'
import { walkByWord } from '#server/db/walk-by-word.ts'
import { UNAPPLIED } from './sorts.ts'

/**
 * Payments with a reference have their order in the index of references. Sorting all 384,345 payments took 14,970 pages and 190 ms of processor time or
 * more.
 */
export const paymentsByReference: Walk<'paid', 'reference'> = {
  sort: 'reference',
  filters: ['paid'],
  rows: conditions => `select p.id, p.reference collate "C" as sort_0
    from payments p
    where p.organization_id = $1 and p.reference is not null${conditions}`,
  rest: conditions => `select p.id from payments p where p.organization_id = $1 and p.reference is null${conditions}`,
  keys: 1,
  upTo: FAR,
}

/** All payments in the order of the primary key, from which those are taken that meet a condition that most of them meet. */
const inOrderOfKey = (isBackwards: boolean) =>
  `(select p.id, p.status, p.amount_cents, p.allocated_cents, p.refunded_cents
      from payments p where p.organization_id = $1 order by p.id${isBackwards ? ' desc' : ''} offset 0) p`

const HAS_CREDIT = `p.status = 'PAID' and p.amount_cents - p.allocated_cents - p.refunded_cents > 0`

/**
 * Few payments have an amount left to apply, and an index holds these, so the highest are found among them. From the other end, the payments of which
 * nothing is left have the order of the primary key.
 */
export const paymentsByUnapplied: Walk<'paid', 'unapplied_cents'> = {
  sort: 'unapplied_cents',
  filters: ['paid'],
  rows: (conditions, isBackwards, most) =>
    isBackwards
      ? `select p.id, ${UNAPPLIED} as sort_0 from payments p where p.organization_id = $1 and ${HAS_CREDIT}${conditions}`
      : `select p.id, 0::bigint as sort_0 from ${inOrderOfKey(false)} where not (${HAS_CREDIT})${conditions} ${most}`,
  isPart: true,
  keys: 1,
  upTo: FAR,
}

export const paymentsByMethod = walkByWord({
  sort: 'method',
  filters: ['paid'],
  table: 'payments',
  row: 'p',
  columns: ['status'],
  words: PAYMENT_METHODS,
})
