/** A lease at the console: drawn up, signed, lived in, renewed and ended, and at each point only the steps it takes. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { LEASE_STEPS } from '#contract/console/leases.ts'
import { LEASE_STATUSES } from '#contract/v1/leases.ts'
import { assertNames, assertRefused } from '../contract/promises.ts'
import { leaseThatIs, storeHome } from '../leasing.ts'
import { openWorld, type World } from '../world.ts'
import { type Office, openOffice } from './office.ts'

let world: World
let office: Office
before(async () => {
  world = await openWorld({ role: 'api' })
  office = await openOffice(world)
})
after(() => world.close())
beforeEach(() => world.clock.advance(61_000))

test('a lease goes from its draft to its end, one endpoint a step', async () => {
  const { only, dana, lee } = await storeHome(office.org)
  const drawn = await office.write('POST', '/leases', {
    ...{ unit_id: only.id, start_date: '2026-03-01', end_date: '2027-02-28', rent_due_day: 5 },
    residents: [
      { resident_id: dana.id, role: 'PRIMARY' },
      { resident_id: lee.id, role: 'CO_TENANT' },
    ],
    charges: [{ code: 'RENT', amount_cents: 142_500 }],
  })
  const at = `/leases/${drawn.lease_id}`
  const step = (name: string, body?: Record<string, unknown>) => office.write('POST', `${at}/${name}`, body)
  assert.deepEqual([drawn.status, drawn.property_name, drawn.unit_label], ['DRAFT', 'Maple Court', '204'])
  assert.deepEqual(drawn.allowed_steps, ['SEND', 'SIGN', 'CANCEL', 'CHANGE_CHARGES'])
  assert.equal((await step('send')).status, 'PENDING_SIGNATURE')
  const signed = await step('sign', {})
  assert.deepEqual([signed.status, signed.move_in_date], ['ACTIVE', null])
  assert.equal((await step('move-in', { move_in_date: '2026-03-02' })).move_in_date, '2026-03-02')
  const charged = await step('charges', { effective_on: '2026-04-01', charges: [{ code: 'PET', amount_cents: 2_500 }] })
  assert.deepEqual(
    (charged.recurring_charges as { code: string; from: string }[]).map(({ code, from }) => [code, from]),
    [
      ['RENT', '2026-03-01'],
      ['PET', '2026-04-01'],
    ],
  )
  const renewed = await step('renew', { end_date: '2028-02-29', rent_cents: 149_000 })
  assert.deepEqual(renewed.terms, [
    { starts_on: '2026-03-01', end_date: '2027-02-28', term_type: 'FIXED', agreed_on: null },
    { starts_on: '2027-03-01', end_date: '2028-02-29', term_type: 'FIXED', agreed_on: '2026-03-15' },
  ])
  const leaving = await step('give-notice', { move_out_date: '2026-05-31' })
  assert.ok(!(leaving.allowed_steps as string[]).includes('RENEW'))
  const staying = await step('withdraw-notice')
  assert.deepEqual([staying.notice_given_on, staying.move_out_date], [null, null])
  assert.equal((await step('file-eviction', {})).eviction_filed_on, '2026-03-15')
  assert.equal((await step('withdraw-eviction')).eviction_filed_on, null)
  const ended = await step('end', { move_out_date: '2026-03-14' })
  assert.deepEqual([ended.status, ended.move_out_date, ended.allowed_steps], ['ENDED', '2026-03-14', ['END']])
  assert.deepEqual(await office.read(at), ended)
  const actions = ['create', 'send', 'sign', 'move_in', 'change_charges', 'renew', 'give_notice', 'withdraw_notice']
  assert.deepEqual(
    await office.logged(drawn.lease_id as string),
    [...actions, 'file_eviction', 'withdraw_eviction', 'end'].map(action => `lease.${action}`),
  )
  const events = await world.sql('select from events where organization_id = $1 and type = $2', [
    office.org.id,
    'lease.signed',
  ])
  assert.equal(events.length, 1)
})

/** Each step, by its place, with a body it takes in any status that has it. */
const STEPS: Record<(typeof LEASE_STEPS)[number], [string, Record<string, unknown>?]> = {
  SEND: ['send'],
  SIGN: ['sign', {}],
  CANCEL: ['cancel'],
  RESCHEDULE: ['reschedule', { start_date: '2026-06-08' }],
  MOVE_IN: ['move-in', {}],
  CHANGE_CHARGES: ['charges', { charges: [{ code: 'PET', amount_cents: 2_500 }] }],
  RENEW: ['renew', { end_date: '2027-08-31' }],
  GIVE_NOTICE: ['give-notice', {}],
  WITHDRAW_NOTICE: ['withdraw-notice'],
  FILE_EVICTION: ['file-eviction', {}],
  WITHDRAW_EVICTION: ['withdraw-eviction'],
  END: ['end', {}],
  RETURN_DEPOSIT: ['return-deposit', { amount_cents: 1_000 }],
  WITHHOLD_DEPOSIT: ['withhold-deposit', { amount_cents: 1_000 }],
}

for (const status of LEASE_STATUSES) {
  test(`a lease that is ${status} takes the steps it is said to, and no other`, async () => {
    for (const step of LEASE_STEPS) {
      const { lease_id } = await leaseThatIs(status, office.org, await storeHome(office.org))
      const { allowed_steps } = await office.read(`/leases/${lease_id}`)
      const [place, body] = STEPS[step]
      const reply = await office.call('POST', `/leases/${lease_id}/${place}`, body)
      // A running lease begins anew only while someone before it still holds the unit, which is not for its rules to know.
      if (step === 'RESCHEDULE' && status === 'ACTIVE') assertRefused(reply, 'conflict')
      else if ((allowed_steps as string[]).includes(step)) assert.equal(reply.status, 200, `${step}: ${reply.text}`)
      else assertRefused(reply, 'conflict')
    }
  })
}

test('two leases of one unit cannot both be signed, and the refusal names the other', async () => {
  const home = await storeHome(office.org)
  const first = await leaseThatIs('ACTIVE', office.org, home)
  const second = await office.write('POST', '/leases', {
    ...{ unit_id: home.only.id, start_date: '2026-04-01' },
    residents: [{ resident_id: home.lee.id, role: 'PRIMARY' }],
  })
  const refused = await office.call('POST', `/leases/${second.lease_id}/sign`, {})
  assertRefused(refused, 'conflict')
  assert.match(String(refused.body.message), new RegExp(first.lease_id))
  assert.equal((await office.read(`/leases/${second.lease_id}`)).status, 'DRAFT')
})

test('what does not fit a draft is named, and nothing is stored', async () => {
  const { only, dana } = await storeHome(office.org)
  const total = async () => (await office.read('/leases')).pagination.total
  const before = await total()
  const people = [{ resident_id: dana.id, role: 'CO_TENANT' }]
  assertNames(
    await office.call('POST', '/leases', { unit_id: only.id, start_date: '2026-04-01', residents: people }),
    'residents',
  )
  assertNames(await office.call('POST', '/leases', { unit_id: only.id, residents: people }), 'start_date')
  assert.equal(await total(), before)
})
