/** The administrative log of seeded records, derived from the records, so that each of them has a timeline. */
import type { PastEntry } from '#server/platform/administrative-log.ts'
import type { Context } from '#server/platform/context.ts'
import type { Rows } from './rows.ts'

/** `at` is an instant, or a day on which something happened in office hours; null if it has not happened. */
type Step = { at: string | null | undefined; action: string }

export function logOf(rows: Rows, { actor, now }: Pick<Context, 'actor' | 'now'>): PastEntry[] {
  return [...stepsOf(rows)].flatMap(([subject, { at, action }]) => {
    const ms = at ? instantOf(at) : Number.POSITIVE_INFINITY
    return ms > now ? [] : [{ at: ms, actor, action, subject }]
  })
}

function* stepsOf(rows: Rows): Generator<[subject: string, Step]> {
  const signed = new Map(rows.leases.map(({ id, signed_at }) => [id, signed_at]))
  // The first rate of a unit is the one that it is created with, and its rates are in their order.
  const created = new Set<string>()
  for (const { unit_id, effective_from: at } of rows.rates) {
    yield [unit_id, { at, action: created.has(unit_id) ? 'unit.update' : 'unit.create' }]
    created.add(unit_id)
  }
  for (const { unit_id, starts_on, ends_on } of rows.offline) {
    yield [unit_id, { at: starts_on, action: 'unit.set_offline' }]
    yield [unit_id, { at: ends_on, action: 'unit.end_offline' }]
  }
  for (const { lease_id, resident_id } of rows.leaseResidents) {
    yield [resident_id, { at: signed.get(lease_id), action: 'resident.create' }]
  }
  for (const lease of rows.leases) {
    yield [lease.id, { at: lease.signed_at, action: 'lease.sign' }]
    yield [lease.id, { at: lease.move_in_date, action: 'lease.move_in' }]
    yield [lease.id, { at: lease.notice_given_on, action: 'lease.record_notice' }]
    yield [lease.id, { at: lease.eviction_filed_on, action: 'lease.record_eviction' }]
    yield [lease.id, { at: lease.move_out_date, action: 'lease.end' }]
  }
  for (const { invoice_id, created_at: at, lines } of rows.invoices) {
    yield [invoice_id, { at, action: lines[0]?.charge_code === 'RENT' ? 'invoice.generate' : 'invoice.create' }]
  }
  for (const { payment_id, created_at: at, reversed_at } of rows.payments) {
    yield [payment_id, { at, action: 'payment.record' }]
    yield [payment_id, { at: reversed_at, action: 'payment.reverse' }]
  }
  for (const { id, created_at: at, completed_at } of rows.workOrders) {
    yield [id, { at, action: 'work_order.create' }]
    yield [id, { at: completed_at, action: 'work_order.update' }]
  }
  for (const { id, created_at: at } of rows.leads) yield [id, { at, action: 'lead.create' }]
}

/** In milliseconds. */
function instantOf(at: string): number {
  return Date.parse(at.length === 10 ? `${at}T17:00:00Z` : at)
}
