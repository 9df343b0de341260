/** The database itself keeps signed leases of a unit apart, on every path by which a lease can be stored. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { saveLeases } from '#server/domain/leases/change.ts'
import type { LeaseRecord } from '#server/domain/leases/records.ts'
import { untilWaiting } from '../db/deadlocks.ts'
import { storeHome } from '../leasing.ts'
import { lease, store, unit } from '../records.ts'
import { conflicts } from '../refusals.ts'
import { useOrganization, useWorld } from '../world.ts'

const world = useWorld()
const REFUSED = { code: '23P01', constraint: 'leases_do_not_overlap', table: 'leases' }

const org = useOrganization(world)

const NEXT = { start_date: '2026-09-01', end_date: '2027-08-31', move_in_date: null }

/** Terms next to one from 2025-09-01 to 2026-08-31, and whether both leases may be signed. */
const CASES: [what: string, fields: Partial<LeaseRecord>, isAllowed: boolean][] = [
  ['the day after', NEXT, true],
  ['the last day', { ...NEXT, start_date: '2026-08-31' }, false],
  ['until the day before', { start_date: '2024-09-01', end_date: '2025-08-31' }, true],
  ['until the first day', { start_date: '2024-09-01', end_date: '2025-09-01' }, false],
  ['before, and without an end', { start_date: '2024-09-01', end_date: null }, false],
  ['before, and left early', { start_date: '2024-09-01', end_date: null, move_out_date: '2025-08-31' }, true],
  ['before, and left late', { start_date: '2024-09-01', end_date: '2025-06-30', move_out_date: '2025-09-01' }, false],
  ['one day in between', { start_date: '2026-01-01', end_date: '2026-01-01' }, false],
  ['the same days, not signed', { stage: 'PENDING_SIGNATURE', signed_at: null }, true],
]

for (const [what, fields, isAllowed] of CASES) {
  for (const together of [true, false]) {
    test(`a second lease: ${what}${together ? ', stored in one statement with the first' : ''}`, async () => {
      const { only } = await storeHome(org)
      const both = [lease(only), lease(only, fields)]
      if (!together) await store(org, { leases: both.splice(0, 1) })
      const stored = store(org, { leases: both })
      if (isAllowed) await stored
      else await assert.rejects(stored, conflicts(/would overlap another signed lease/))
    })
  }
}

const CHANGES: [what: string, change: string][] = [
  ['an earlier start', `start_date = '2026-08-31'`],
  ['a signature', `stage = 'SIGNED', signed_at = now()`],
  ['another unit', `unit_id = $2`],
]

for (const [what, change] of CHANGES) {
  test(`${what} that makes two leases overlap is refused, also in plain SQL`, async () => {
    const { home, only } = await storeHome(org)
    const elsewhere = unit(home)
    const unsigned = { start_date: '2026-01-01', stage: 'DRAFT', signed_at: null } as const
    const second =
      what === 'a signature'
        ? lease(only, unsigned)
        : lease(what === 'another unit' ? elsewhere : only, what === 'another unit' ? {} : NEXT)
    await store(org, { units: [elsewhere], leases: [lease(only), second] })
    const values = what === 'another unit' ? [second.id, only.id] : [second.id]
    await assert.rejects(world.sql(`update leases set ${change} where id = $1`, values), REFUSED)
  })
}

test('a longer term and a later departure are refused, and a change of anything else is not', async () => {
  const { only } = await storeHome(org)
  const first = lease(only)
  await store(org, { leases: [first, lease(only, NEXT)] })
  const change = (set: string) => world.sql(`update leases set ${set} where id = $1`, [first.id])
  await assert.rejects(change(`end_date = '2026-09-01'`), REFUSED)
  await assert.rejects(change(`end_date = null`), REFUSED)
  await assert.rejects(change(`move_out_date = '2026-09-01'`), REFUSED)
  await change('rent_due_day = 5')
  await change(`end_date = null, move_out_date = '2026-08-31'`)
  await change(`end_date = '2027-12-31'`)
  await assert.rejects(change('move_out_date = null'), REFUSED)
})

test('a lease that is stored while another transaction has stored one waits for it, and is refused', async () => {
  const { only } = await storeHome(org)
  const [stored, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = org.within(async context => {
    await saveLeases(context, [lease(only)])
    stored.resolve()
    await mayCommit.promise
  })
  await stored.promise
  const second = store(org, { leases: [lease(only, { start_date: '2026-08-31', end_date: null })] })
  second.catch(() => {})
  await untilWaiting(world, 'into leases')
  mayCommit.resolve()
  await first
  await assert.rejects(second, { code: 'conflict' })
})
