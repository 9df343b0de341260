/** Canceling a renewal that has not begun: the lease and its charges are as they were, and no day shows that it was ever agreed. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { DAY_MS } from '#server/base/instants.ts'
import { changesOf } from '../changes-of.ts'
import { type Office, openOffice } from '../console/office.ts'
import { assertRefused } from '../contract/promises.ts'
import { type Home, signed, storeHome } from '../leasing.ts'
import { START, useWorld } from '../world.ts'
import { rollOf } from './rent-roll/roll.ts'

const world = useWorld({ own: true })
let office: Office
let home: Home
let id: string

/** Dana's term ends on August 31, and today is March 15. */
beforeEach(async () => {
  world.clock.advance(START - world.clock.now())
  office = await openOffice(world)
  home = await storeHome(office.org)
  id = (await signed(office.org, home)).lease_id
})

type Charge = { code: string; description: string; amount_cents: number; from: string; to: string | null }
type Detail = { end_date: string | null; terms: unknown[]; allowed_steps: string[]; recurring_charges: Charge[] }
const read = async (lease = id) => (await office.read(`/leases/${lease}`)) as unknown as Detail
const step = (name: string, body: Record<string, unknown> = {}) => office.write('POST', `/leases/${id}/${name}`, body)
const refusal = async (name: string, body: Record<string, unknown> = {}) => {
  const reply = await office.call('POST', `/leases/${id}/${name}`, body)
  assertRefused(reply, 'conflict')
  return String(reply.body.message)
}
/** The charges that are in force on a day. */
const chargedOn = async (day: string) =>
  (await read()).recurring_charges
    .filter(({ from, to, amount_cents }) => from <= day && (to === null || to >= day) && amount_cents !== 0)
    .map(({ description, amount_cents, to }) => [description, amount_cents, to])
const rollOn = async (day: string) => {
  const { generated_at: _, ...roll } = await rollOf(world, office.org, home.home.id, day)
  return roll
}
const DAYS = ['2026-03-14', '2026-03-15', '2026-03-18', '2026-08-31', '2026-09-01', '2027-09-01']
const rolls = () => Promise.all(DAYS.map(rollOn))

test('a canceled renewal leaves the lease and every rent roll as if it had never been agreed', async () => {
  await step('charges', { charges: [{ code: 'PET', amount_cents: 2_500, to: '2027-01-31' }] })
  world.clock.advance(3 * DAY_MS)
  const [before, shown] = [await read(), await rolls()]
  const charges = [
    { code: 'PET', amount_cents: null },
    { code: 'PARKING', amount_cents: 9_000 },
  ]
  const renewed = await step('renew', { end_date: '2027-08-31', rent_cents: 150_000, charges })
  assert.ok((renewed.allowed_steps as string[]).includes('CANCEL_RENEWAL'))
  assert.deepEqual(await chargedOn('2026-09-01'), [
    ['Parking', 9_000, null],
    ['Rent', 150_000, null],
  ])
  world.clock.advance(2 * DAY_MS)
  const canceled = (await step('cancel-renewal')) as unknown as Detail
  assert.deepEqual(
    [canceled.terms, canceled.end_date, canceled.allowed_steps],
    [before.terms, before.end_date, before.allowed_steps],
  )
  const agreed = [
    ['Rent', 142_500, null],
    ['Pet', 2_500, '2027-01-31'],
  ]
  assert.deepEqual([await chargedOn('2026-08-31'), await chargedOn('2026-09-01')], [agreed, agreed])
  assert.deepEqual(await rolls(), shown)
  // It can be renewed again, now for the right term.
  const again = (await step('renew', { end_date: '2027-02-28', rent_cents: 145_000 })) as unknown as Detail
  assert.equal(again.terms.length, 2)
  assert.deepEqual(await chargedOn('2026-09-01'), [
    ['Pet', 2_500, '2027-01-31'],
    ['Rent', 145_000, null],
  ])
})

test('only the last renewal is canceled, and none whose term has begun', async () => {
  assert.match(await refusal('cancel-renewal'), /^The lease was not renewed/)
  await step('renew', { end_date: '2027-08-31', rent_cents: 150_000 })
  await step('renew', { starts_on: '2027-09-01', end_date: null, rent_cents: 160_000 })
  assert.equal((await read()).terms.length, 3)
  await step('cancel-renewal')
  assert.deepEqual(await chargedOn('2027-09-01'), [['Rent', 150_000, null]])
  world.clock.advance(170 * DAY_MS)
  assert.ok(!(await read()).allowed_steps.includes('CANCEL_RENEWAL'))
  assert.equal(
    await refusal('cancel-renewal'),
    'The term from 2026-09-01 has begun, so its renewal cannot be canceled. Renew the lease again from a later day, with the correct term and rent.',
  )
})

test('what was agreed since for the days before the term goes on, and a change of the charges of the term is kept by a refusal', async () => {
  await step('renew', { end_date: '2027-08-31', rent_cents: 150_000 })
  await step('charges', { effective_on: '2026-06-01', charges: [{ code: 'RENT', amount_cents: 144_000 }] })
  await step('charges', { effective_on: '2026-12-01', charges: [{ code: 'RENT', amount_cents: 155_000 }] })
  const changed = await read()
  assert.match(await refusal('cancel-renewal'), /^Rent was changed from 2026-09-01 .* Change it back before/)
  assert.deepEqual(await read(), changed)
  await step('charges', { effective_on: '2026-12-01', charges: [{ code: 'RENT', amount_cents: null }] })
  await step('charges', { effective_on: '2026-09-01', charges: [{ code: 'RENT', amount_cents: 150_000, to: null }] })
  await step('cancel-renewal')
  assert.deepEqual(await chargedOn('2027-09-01'), [['Rent', 144_000, null]])
})

test('a renewal stays if the term before it covers days on which the unit is leased to someone else', async () => {
  id = (await signed(office.org, await storeHome(office.org), { end_date: null })).lease_id
  const { unit_id, residents } = (await office.read(`/leases/${id}`)) as unknown as {
    unit_id: string
    residents: object[]
  }
  await step('renew', { starts_on: '2026-06-01', end_date: '2027-05-31' })
  const start_date = '2027-06-01'
  const next = await office.write('POST', '/leases', { unit_id, start_date, residents: [{ ...person(residents) }] })
  await office.write('POST', `/leases/${next.lease_id}/sign`, {})
  assert.match(await refusal('cancel-renewal'), /^The unit is leased to .* from 2027-06-01/)
  await office.write('POST', `/leases/${next.lease_id}/cancel`)
  assert.equal(((await step('cancel-renewal')) as unknown as Detail).terms.length, 1)
})

const person = (residents: object[]) => ({
  resident_id: (residents[0] as { resident_id: string }).resident_id,
  role: 'PRIMARY',
})

test('the start of a lease that nobody has moved into can change again once its renewal is canceled', async () => {
  const other = await storeHome(office.org)
  id = (await signed(office.org, other, { start_date: '2026-03-10', move_in_date: null })).lease_id
  await step('renew', { end_date: '2027-08-31', rent_cents: 150_000 })
  assert.ok(!(await read()).allowed_steps.includes('RESCHEDULE'))
  assert.match(await refusal('reschedule', { start_date: '2026-03-20' }), /Cancel the renewal first\.$/)
  await step('cancel-renewal')
  await step('reschedule', { start_date: '2026-03-20' })
})

test('copies learn of the charges of a canceled renewal, and the timeline names the step', async () => {
  await step('renew', { end_date: '2027-08-31', rent_cents: 150_000 })
  const first = await changesOf(world, office.org, 'types=lease')
  await step('cancel-renewal')
  const next = await changesOf(world, office.org, `types=lease&after=${first.next_cursor}`)
  assert.deepEqual(
    (next.data as unknown as { id: string }[]).map(change => change.id),
    [id],
  )
  const timeline = JSON.stringify(await office.read(`/records/${id}/timeline`))
  assert.match(timeline, /lease\.cancel_renewal/)
})
