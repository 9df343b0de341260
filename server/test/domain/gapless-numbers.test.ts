/**
 * Numbers of work orders and invoices have no gaps, whatever mix of transactions takes numbers at the same time and however many of them roll
 * back.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { newId } from '#server/base/ids.ts'
import { createWorkOrder, saveWorkOrders } from '#server/domain/work-orders/operations.ts'
import type { WorkOrderRecord } from '#server/domain/work-orders/records.ts'
import type { Context } from '#server/platform/context.ts'
import { calls } from '../calls.ts'
import { repeats } from '../sizes.ts'
import { START, useWorld } from '../world.ts'
import { openTenancy, rent, type Tenancy } from './tenancy.ts'

const { createInvoice } = calls

const TRANSACTIONS = 40

const world = useWorld()

const step = fc.oneof(
  fc.record({ kind: fc.constant('open' as const) }),
  fc.record({ kind: fc.constant('bill' as const) }),
  fc.record({ kind: fc.constant('import' as const), count: fc.integer({ min: 0, max: 5 }) }),
)
const transaction = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 3 }),
  end: fc.constantFrom('commit', 'commit', 'give up', 'fail'),
})

test('numbers have no gap, whatever mix of concurrent transactions is stored, abandoned or refused', async () => {
  const mixes = fc.array(transaction, { minLength: TRANSACTIONS, maxLength: TRANSACTIONS })
  await fc.assert(fc.asyncProperty(mixes, expectNoGap), { numRuns: repeats(3, 30), endOnFailure: true })
})

type Step = { kind: 'open' } | { kind: 'bill' } | { kind: 'import'; count: number }

async function expectNoGap(mix: { steps: Step[]; end: string }[]): Promise<void> {
  const home = await openTenancy(world)
  const ended = await Promise.allSettled(
    mix.map(({ steps, end }) =>
      home.within(async context => {
        for (const taken of inOrderOfLocks(steps)) await take(context, home, taken)
        if (end === 'give up') throw new Error('given up')
        // The property does not exist, which PostgreSQL reports only after a number was taken.
        if (end === 'fail') await saveWorkOrders(context, [record(home, { property_id: 'prop_of_nobody' })])
      }),
    ),
  )
  assert.deepEqual(
    ended.map(({ status }) => status),
    mix.map(({ end }) => (end === 'commit' ? 'fulfilled' : 'rejected')),
  )
  const stored = mix.filter(({ end }) => end === 'commit').flatMap(({ steps }) => steps)
  const count = (of: (step: Step) => number) => stored.reduce((sum, one) => sum + of(one), 0)
  const expected = {
    work_orders: count(one => (one.kind === 'open' ? 1 : one.kind === 'import' ? one.count : 0)),
    invoices: count(one => (one.kind === 'bill' ? 1 : 0)),
  }
  for (const [table, total] of Object.entries(expected)) {
    const rows = await world.sql<{ number: number }>(
      `select number from ${table} where organization_id = $1 order by number`,
      [home.org.id],
    )
    assert.deepEqual(
      rows.map(({ number }) => number),
      Array.from({ length: total }, (_, index) => index + 1),
    )
  }
}

/** The steps in an order that locks the counter of invoices before that of work orders. No operation of the product takes both. */
function inOrderOfLocks(steps: Step[]): Step[] {
  return [...steps].sort((a, b) => Number(b.kind === 'bill') - Number(a.kind === 'bill'))
}

async function take(context: Context, home: Tenancy, taken: Step): Promise<void> {
  if (taken.kind === 'bill') await createInvoice(context, { lease_id: home.leaseId, lines: [rent(100)] })
  else if (taken.kind === 'open') await createWorkOrder(context, { title: 'Tap leaks', property_id: home.maple.id })
  else
    await saveWorkOrders(
      context,
      Array.from({ length: taken.count }, () => record(home, {})),
    )
}

function record(home: Tenancy, fields: Partial<WorkOrderRecord>): WorkOrderRecord {
  return {
    ...{ id: newId('workOrder', START), title: 'Tap leaks', description: null, status: 'NEW', priority: 'NORMAL' },
    ...{ category: 'PLUMBING', source: 'IMPORT', property_id: home.maple.id, unit_id: null, resident_id: null },
    ...{ vendor_name: null, entry_permission: 'CALL_FIRST', entry_notes: null, has_pets: null, due_date: null },
    ...{ scheduled_start: null, scheduled_end: null, completed_at: null, cost_cents: null, external_id: null },
    ...fields,
  }
}
