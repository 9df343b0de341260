/** What is stored about the status of residents and where they live follows from their leases on any day, whatever changes the leases, and in whatever order. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { saveLeases } from '#server/domain/leases/change.ts'
import type { LeaseRecord, LeaseResident } from '#server/domain/leases/records.ts'
import { saveResidents } from '#server/domain/residents/operations.ts'
import { untilWaiting } from '../db/deadlocks.ts'
import { lease, on, property, resident, store, unit } from '../records.ts'
import { useWorld } from '../world.ts'
import { checkResidentStatuses } from './resident-statuses.ts'

const world = useWorld()

const DAYS = ['2020-01-01', '2026-03-14', '2026-03-15', '2026-03-31', '2026-04-01', '2027-01-01', '2040-01-01']

/** Two units, each with an open lease, and two residents, of whom the first is on both leases. */
async function storeShared() {
  const org = await world.organization()
  const place = property()
  const units = [unit(place), unit(place)] as const
  const leases = [lease(units[0]), lease(units[1])] as const
  const residents = [resident(), resident(), resident()] as const
  await store(org, {
    ...{ properties: [place], units: [...units], leases: [...leases], residents: [...residents] },
    leaseResidents: [on(leases[0], residents[0]), on(leases[1], residents[1]), on(leases[1], residents[0], 'OCCUPANT')],
  })
  const change = (index: 0 | 1, fields: Partial<LeaseRecord>) =>
    store(org, { leases: [{ ...leases[index], ...fields }] })
  return { org, units, leases, residents, change }
}

test('a resident on two leases has the status of the more relevant one on each day', async () => {
  const { org, change } = await storeShared()
  await checkResidentStatuses(world, org, DAYS)
  await change(0, { start_date: '2026-03-15', move_out_date: '2026-03-31' })
  await checkResidentStatuses(world, org, DAYS)
  await change(1, { notice_given_on: '2026-03-14', move_out_date: '2026-03-31' })
  await checkResidentStatuses(world, org, DAYS)
  await change(1, { notice_given_on: null, eviction_filed_on: '2026-03-15', move_out_date: null })
  await checkResidentStatuses(world, org, DAYS)
  await change(0, { stage: 'CANCELLED' })
  await checkResidentStatuses(world, org, DAYS)
})

test('residents on a lease that waits are future residents until the lease before it has an end', async () => {
  const { org, units, residents, change } = await storeShared()
  await change(0, { end_date: '2026-02-28' })
  const next = lease(units[0], { start_date: '2026-03-01', end_date: null })
  await store(org, { leases: [next], leaseResidents: [on(next, residents[2])] })
  await checkResidentStatuses(world, org, DAYS)
  await change(0, { end_date: '2026-02-28', move_out_date: '2026-02-28' })
  await checkResidentStatuses(world, org, DAYS)
  await change(0, { end_date: '2026-02-28' })
  await checkResidentStatuses(world, org, DAYS)
  await change(0, { end_date: '2026-02-28', start_date: '2020-01-01' })
  await checkResidentStatuses(world, org, DAYS)
})

test('a lease that is stored before another one, or moved to another unit, makes the later lease wait', async () => {
  const { org, units, residents, change } = await storeShared()
  await change(0, { start_date: '2026-03-01', end_date: null })
  const earlier = lease(units[0], { start_date: '2025-01-01', end_date: '2025-12-31' })
  await store(org, { leases: [earlier] })
  await checkResidentStatuses(world, org, DAYS)
  await store(org, { leaseResidents: [on(earlier, residents[2])] })
  await checkResidentStatuses(world, org, DAYS)
})

test('of two transactions that change leases of one resident at the same time, the later sees what the earlier wrote', async () => {
  const { org, leases } = await storeShared()
  let waiting: Promise<unknown> | undefined
  await org.within(async context => {
    await saveLeases(context, [{ ...leases[0], move_out_date: '2026-03-31' }])
    waiting = org.within(other => saveLeases(other, [{ ...leases[1], notice_given_on: '2026-03-15' }]))
    await untilWaiting(world, 'into leases')
  })
  await waiting
  await checkResidentStatuses(world, org, DAYS)
})

test('residents who join a lease later, or leave it before the others, are on it on their own days', async () => {
  const { org, units, leases, residents, change } = await storeShared()
  const save = (...leaseResidents: LeaseResident[]) => store(org, { leaseResidents })
  const [, , roommate] = residents
  await save({ ...on(leases[0], roommate, 'OCCUPANT'), from_day: '2026-03-15' })
  await checkResidentStatuses(world, org, DAYS)
  await save({ ...on(leases[0], roommate, 'OCCUPANT'), from_day: '2026-03-15', to_day: '2026-03-31' })
  await checkResidentStatuses(world, org, DAYS)
  await save({ ...on(leases[1], roommate, 'CO_TENANT'), from_day: '2026-04-01' })
  await checkResidentStatuses(world, org, DAYS)
  await save({ ...on(leases[1], roommate, 'CO_TENANT'), to_day: '2026-03-14' })
  await checkResidentStatuses(world, org, DAYS)
  // The days of the lease change, and are no longer those of the resident.
  await change(0, { move_out_date: '2026-03-14' })
  await checkResidentStatuses(world, org, DAYS)
  await change(1, { start_date: '2026-04-01', end_date: '2026-04-30' })
  await checkResidentStatuses(world, org, DAYS)
  const next = lease(units[1], { start_date: '2026-05-01', end_date: null })
  await store(org, { leases: [next], leaseResidents: [{ ...on(next, roommate), from_day: '2026-06-01' }] })
  await checkResidentStatuses(world, org, DAYS)
})

test('a lease that is not signed gives nobody a status, and what is rolled back changes none', async () => {
  const { org, units, residents, change } = await storeShared()
  await change(0, { move_out_date: '2026-02-28' })
  const draft = lease(units[0], { stage: 'DRAFT', signed_at: null, start_date: '2026-03-01' })
  await store(org, { leases: [draft], leaseResidents: [on(draft, residents[2])] })
  await checkResidentStatuses(world, org, DAYS)
  const undone = new Error('undone')
  const undo = org.within(async context => {
    await saveLeases(context, [{ ...draft, stage: 'SIGNED', signed_at: '2026-03-01T12:00:00Z' }])
    throw undone
  })
  await assert.rejects(undo, undone)
  await checkResidentStatuses(world, org, DAYS)
  await store(org, { leases: [{ ...draft, stage: 'SIGNED', signed_at: '2026-03-01T12:00:00Z' }] })
  await checkResidentStatuses(world, org, DAYS)
})

test('a resident whose name changes has the place of the new name among the residents of the property', async () => {
  const { org, leases, residents } = await storeShared()
  const [first, second] = residents
  await store(org, { residents: [{ ...first, last_name: 'Adams' }] })
  await checkResidentStatuses(world, org, DAYS)
  await store(org, { residents: [{ ...first, last_name: 'Zimmer', first_name: 'Zoe' }, second] })
  await checkResidentStatuses(world, org, DAYS)
  let waiting: Promise<unknown> | undefined
  await org.within(async context => {
    await saveResidents(context, [{ ...residents[2], last_name: 'Baker' }])
    waiting = store(org, { leaseResidents: [on(leases[0], residents[2], 'OCCUPANT')] })
    await untilWaiting(world, 'into lease_residents')
  })
  await waiting
  await checkResidentStatuses(world, org, DAYS)
})
