/** A move-out that was recorded although the residents have not left, such as on the page of another lease, is canceled. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused } from '../contract/promises.ts'
import { rollOf } from '../domain/rent-roll/roll.ts'
import { signed, storeHome } from '../leasing.ts'
import { charge, lease, on as onLease, store } from '../records.ts'
import { prepare, useWorld } from '../world.ts'
import { openOffice } from './office.ts'

const world = useWorld()
const office = prepare(() => openOffice(world))

/** A lease since September 1, 2025, of which `fields` differ, and its steps. Today is March 15, 2026. */
async function arrange(fields: Parameters<typeof signed>[2] = {}) {
  const home = await storeHome(office.org)
  const { lease_id } = await signed(office.org, home, fields)
  const at = `/leases/${lease_id}`
  return {
    ...{ home, lease_id },
    step: (name: string, body: object = {}) => office.write('POST', `${at}/${name}`, body as Record<string, unknown>),
    tryEnd: (body: object) => office.call('POST', `${at}/end`, body as Record<string, unknown>),
    read: () => office.read(at),
    next: async (start_date: string, move_in_date: string | null) => {
      const residents = [{ resident_id: home.lee.id, role: 'PRIMARY' as const }]
      return signed(office.org, home, { start_date, end_date: '2027-08-31', move_in_date, residents })
    },
    on: async (day: string) => {
      const [row] = (await rollOf(world, office.org, home.home.id, day)).rows
      return [row?.status, row?.rent_cents, row?.move_out]
    },
  }
}

test('a move-out recorded by mistake is canceled: the lease is as it was on every day', async () => {
  for (const day of ['2026-02-20', '2026-03-14', '2026-03-15']) {
    const { step, read, on, lease_id } = await arrange()
    const { updated_at: _, ...before } = await read()
    await step('end', { move_out_date: day })
    const { updated_at: __, ...after } = await step('end', { move_out_date: null })
    assert.deepEqual(after, before)
    for (const shown of ['2026-02-19', '2026-02-20', '2026-02-21', '2026-03-14', '2026-03-15', '2026-06-01']) {
      assert.deepEqual(await on(shown), ['CURRENT', 142_500, null], `${shown}, ended on ${day}`)
    }
    assert.equal((await office.logged(lease_id)).at(-1), 'lease.cancel_move_out')
  }
})

test('the charges of a lease that was stored with its end go on when the move-out is canceled, except for a concession', async () => {
  const home = await storeHome(office.org)
  const [start_date, to] = ['2025-09-01', '2026-02-28']
  const ended = lease(home.only, { start_date, end_date: null, term_type: 'MONTH_TO_MONTH', move_out_date: to })
  const charges = [
    charge(ended, { amount_cents: 90_000, effective_from: start_date, effective_to: '2025-12-31' }),
    charge(ended, { amount_cents: 95_000, effective_from: '2026-01-01', effective_to: to }),
    charge(ended, {
      code: 'PET',
      description: 'Pet',
      amount_cents: 2_500,
      effective_from: start_date,
      effective_to: to,
    }),
    charge(ended, {
      ...{ code: 'CONCESSION', description: 'Special', amount_cents: -500 },
      ...{ effective_from: start_date, effective_to: to },
    }),
  ]
  await store(office.org, { leases: [ended], leaseResidents: [onLease(ended, home.dana)], charges })
  const { status, rent_cents } = await office.write('POST', `/leases/${ended.id}/end`, { move_out_date: null })
  assert.deepEqual([status, rent_cents], ['ACTIVE', 95_000])
  for (const [day, total] of [
    ['2025-12-31', 92_000],
    ['2026-02-28', 97_000],
    ['2026-03-01', 97_500],
    ['2026-03-15', 97_500],
    ['2026-06-01', 97_500],
  ] as const) {
    const [row] = (await rollOf(world, office.org, home.home.id, day)).rows
    assert.deepEqual([row?.status, row?.total_charges_cents], ['CURRENT', total], day)
  }
})

test('a notice stays when the move-out is canceled, and its planned move-out can be stated again', async () => {
  const { step, on } = await arrange()
  await step('record-notice', { notice_given_on: '2026-03-01', move_out_date: '2026-04-30' })
  await step('end', { move_out_date: '2026-03-10' })
  const { status, notice_given_on, move_out_date } = await step('end', { move_out_date: null })
  assert.deepEqual([status, notice_given_on, move_out_date], ['ACTIVE', '2026-03-01', null])
  assert.deepEqual(await on('2026-03-12'), ['NOTICE_UNRENTED', 142_500, null])
  await step('record-notice', { move_out_date: '2026-04-30' })
  assert.deepEqual(await on('2026-04-30'), ['NOTICE_UNRENTED', 142_500, '2026-04-30'])
})

test('a move-out is not canceled once the unit is leased to somebody else on days that have come, or if there is none', async () => {
  const none = await (await arrange()).tryEnd({ move_out_date: null })
  assertRefused(none, 'conflict')
  assert.equal(none.body.message, 'No move-out is recorded, so there is none to cancel.')

  const old = await arrange({ start_date: '2025-03-01', end_date: '2026-02-28', move_in_date: '2025-03-01' })
  await old.step('end', { move_out_date: '2026-02-28' })
  const { lease_id: next } = await old.next('2026-03-10', '2026-03-10')
  const taken = await old.tryEnd({ move_out_date: null })
  assertRefused(taken, 'conflict')
  assert.match(String(taken.body.message), new RegExp(`^The unit is leased .*from 2026-03-10 .*\\(${next}\\)`))
})

test('a lease that was signed for the days after the term waits again when the move-out is canceled', async () => {
  const old = await arrange({ end_date: '2026-03-31' })
  const { lease_id: next } = await old.next('2026-04-01', null)
  await old.step('end', { move_out_date: '2026-03-05' })
  assert.equal((await old.step('end', { move_out_date: null })).status, 'ACTIVE')
  assert.equal((await office.read(`/leases/${next}`)).status, 'FUTURE')
})
