/** A lease in the console: created, signed, moved into, renewed and ended, with only the steps that it allows at each point. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { LEASE_STEPS } from '#contract/console/leases.ts'
import { LEASE_STATUSES } from '#contract/v1/leases.ts'
import { clearDraftCharges } from '#server/domain/leases/change-queries.ts'
import { clearDraftResidents } from '#server/domain/leases/resident-queries.ts'
import { assertNames, assertRefused } from '../contract/promises.ts'
import { leaseThatIs, storeHome } from '../leasing.ts'
import { prepare, useWorld } from '../world.ts'
import { openOffice } from './office.ts'

const world = useWorld({ own: true })
const office = prepare(() => openOffice(world))
beforeEach(() => world.clock.advance(61_000))

test('a lease goes from its draft to its end, with one endpoint per step', async () => {
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
  assert.deepEqual(drawn.allowed_steps, ['EDIT', 'SEND', 'SIGN', 'CANCEL', 'CHANGE_CHARGES'])
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
  const leaving = await step('record-notice', { move_out_date: '2026-05-31' })
  assert.ok(!(leaving.allowed_steps as string[]).includes('RENEW'))
  const staying = await step('cancel-notice')
  assert.deepEqual([staying.notice_given_on, staying.move_out_date], [null, null])
  assert.equal((await step('record-eviction', {})).eviction_filed_on, '2026-03-15')
  assert.equal((await step('cancel-eviction')).eviction_filed_on, null)
  const ended = await step('end', { move_out_date: '2026-03-14' })
  assert.deepEqual(
    [ended.status, ended.move_out_date, ended.allowed_steps],
    ['ENDED', '2026-03-14', ['CHANGE_RESIDENT', 'END']],
  )
  assert.deepEqual(await office.read(at), ended)
  const actions = ['create', 'send', 'sign', 'move_in', 'change_charges', 'renew', 'record_notice', 'cancel_notice']
  assert.deepEqual(
    await office.logged(drawn.lease_id as string),
    [...actions, 'record_eviction', 'cancel_eviction', 'end'].map(action => `lease.${action}`),
  )
  const events = await world.sql('select from events where organization_id = $1 and type = $2', [
    office.org.id,
    'lease.signed',
  ])
  assert.equal(events.length, 1)
})

test('updated_since sees other residents and charges of a lease, and not charges that stay as they are', async () => {
  const { only, dana, lee } = await storeHome(office.org)
  const draft = { start_date: '2026-03-01', end_date: '2027-02-28' }
  const rent = (amount_cents: number) => ({ charges: [{ code: 'RENT', amount_cents }] })
  const living = (...roles: object[]) => ({ residents: [{ resident_id: dana.id, role: 'PRIMARY' }, ...roles] })
  const { lease_id } = await office.write('POST', '/leases', {
    unit_id: only.id,
    ...draft,
    ...living(),
    ...rent(142_500),
  })
  const of = async (query: string) =>
    (await world.call(`/leases?unit_id=${only.id}${query}`, { key: office.org.key })).body
  const seen = async (step: string, body: Record<string, unknown>) => {
    const [before] = (await of('')).data
    const since = new Date(Date.parse(String(before?.updated_at)) + 1).toISOString()
    await office.write('POST', `/leases/${lease_id}/${step}`, body)
    const { data, pagination } = await of(`&updated_since=${since}`)
    return pagination.total === 1 && data[0]
  }
  const edited = await seen('edit', {
    ...draft,
    ...living({ resident_id: lee.id, role: 'CO_TENANT' }),
    ...rent(142_500),
  })
  assert.ok(edited && (edited.residents as object[]).length === 2)
  const cheaper = await seen('edit', {
    ...draft,
    ...living({ resident_id: lee.id, role: 'CO_TENANT' }),
    ...rent(140_000),
  })
  assert.ok(cheaper && cheaper.rent_cents === 140_000)
  await office.write('POST', `/leases/${lease_id}/sign`, {})
  const raised = await seen('charges', rent(150_000))
  assert.ok(raised && raised.rent_cents === 150_000)
  assert.ok(await seen('charges', { effective_on: '2026-09-01', ...rent(155_000) }), 'a raise to come')
  assert.equal(await seen('charges', rent(150_000)), false)
})

test('a draft can be replaced until it is sent: dropped fields are removed, and the log has both versions', async () => {
  const { only, dana, lee } = await storeHome(office.org)
  const on = (resident: { id: string }, role: string) => ({ resident_id: resident.id, role })
  const drawn = await office.write('POST', '/leases', {
    ...{ unit_id: only.id, start_date: '2026-04-01', end_date: '2027-03-31', rent_due_day: 5, external_id: 'L-9' },
    residents: [on(dana, 'PRIMARY'), on(lee, 'OCCUPANT')],
    charges: [
      { code: 'RENT', amount_cents: 142_500 },
      { code: 'PET', amount_cents: 2_500 },
    ],
  })
  const at = `/leases/${drawn.lease_id}`
  const { allowed_steps } = drawn
  const edited = await office.write('POST', `${at}/edit`, {
    ...{ start_date: '2026-05-01', move_in_date: '2026-05-02', external_id: 'L-9' },
    residents: [on(lee, 'PRIMARY')],
    charges: [{ code: 'RENT', amount_cents: 139_900 }],
    security_deposit_cents: 139_900,
  })
  assert.deepEqual([drawn.security_deposit_cents, edited.security_deposit_cents], [null, 139_900])
  const { status, start_date, end_date, term_type, move_in_date, rent_due_day, external_id } = edited
  assert.deepEqual(
    [status, start_date, end_date, term_type, move_in_date, rent_due_day, external_id, edited.allowed_steps],
    ['DRAFT', '2026-05-01', null, 'MONTH_TO_MONTH', '2026-05-02', 1, 'L-9', allowed_steps],
  )
  assert.deepEqual(
    (edited.residents as { name: string; role: string }[]).map(({ name, role }) => [name, role]),
    [['Lee Whitfield', 'PRIMARY']],
  )
  const rent = { code: 'RENT', description: 'Rent', amount_cents: 139_900, from: '2026-05-01', to: null }
  assert.deepEqual(edited.recurring_charges, [rent])
  const terms = { start_date: '2026-05-01', residents: [on(lee, 'PRIMARY')] }
  assertNames(await office.call('POST', `${at}/edit`, { ...terms, end_date: '2026-04-30' }), 'end_date')
  assertNames(
    await office.call('POST', `${at}/edit`, { ...terms, residents: [on(only, 'PRIMARY')] }),
    'residents[0].resident_id',
  )
  assertRefused(await office.call('POST', `${at}/edit`, { ...terms, start_date: '2000-01-01' }), 'conflict')
  assert.deepEqual(await office.read(at), edited)
  await office.write('POST', `${at}/send`)
  const late = await office.call('POST', `${at}/edit`, terms)
  assertRefused(late, 'conflict')
  assert.match(String(late.body.message), /PENDING_SIGNATURE cannot be edited; it can be signed/)
  assert.deepEqual(await office.logged(drawn.lease_id as string), ['lease.create', 'lease.edit', 'lease.send'])
  // The database also refuses changes to a lease that was sent, so that a bug in the service cannot make them.
  await office.org.within(async ({ db }) => {
    for (const clear of [clearDraftResidents, clearDraftCharges]) {
      await db.query(clear, [db.organizationId, drawn.lease_id as string])
    }
  })
  const { residents, recurring_charges } = await office.read(at)
  assert.deepEqual([residents, recurring_charges], [edited.residents, edited.recurring_charges])
})

test('a deposit that was agreed with the draft is billed when the lease is signed, and held once it is paid', async () => {
  const { only, dana } = await storeHome(office.org)
  const drawn = await office.write('POST', '/leases', {
    ...{ unit_id: only.id, start_date: '2026-04-01', security_deposit_cents: 142_500 },
    residents: [{ resident_id: dana.id, role: 'PRIMARY' }],
  })
  const at = `/leases/${drawn.lease_id}`
  assert.deepEqual([drawn.security_deposit_cents, drawn.balance_cents], [142_500, 0])
  const bills = async () => (await office.read(`/invoices?lease_id=${drawn.lease_id}`)).data
  assert.deepEqual(await bills(), [])
  const signed = await office.write('POST', `${at}/sign`, {})
  assert.deepEqual([signed.balance_cents, signed.deposit_held_cents, signed.past_due_cents], [142_500, 0, 0])
  const [bill, ...others] = await bills()
  assert.deepEqual([bill?.status, bill?.issue_date, bill?.due_date, others], ['OPEN', '2026-03-15', '2026-04-01', []])
  assert.deepEqual(bill?.lines, [{ charge_code: 'DEPOSIT', description: 'Security deposit', amount_cents: 142_500 }])
  await office.write('POST', '/payments', { lease_id: drawn.lease_id, method: 'CHECK', amount_cents: 142_500 })
  const held = await office.read(at)
  assert.deepEqual([held.balance_cents, held.deposit_held_cents, held.security_deposit_cents], [0, 142_500, 142_500])
  const [event] = await world.sql<{ data: { lease: Record<string, unknown> } }>(
    `select data from events where organization_id = $1 and type = 'lease.signed' order by id desc limit 1`,
    [office.org.id],
  )
  assert.deepEqual([event?.data.lease.lease_id, event?.data.lease.balance_cents], [drawn.lease_id, 142_500])
  const [created] = await world.sql<{ after: Record<string, unknown> }>(
    `select after from administrative_log where organization_id = $1 and subject = $2 and action = 'lease.create'`,
    [office.org.id, drawn.lease_id],
  )
  assert.equal(created?.after.security_deposit_cents, 142_500)
})

test('a lease that starts more than a year ahead can be signed, and its deposit is due on its first day', async () => {
  const { only, dana } = await storeHome(office.org)
  const drawn = await office.write('POST', '/leases', {
    ...{ unit_id: only.id, start_date: '2027-08-01', security_deposit_cents: 142_500 },
    residents: [{ resident_id: dana.id, role: 'PRIMARY' }],
  })
  await office.write('POST', `/leases/${drawn.lease_id}/sign`, {})
  const { data } = await office.read(`/invoices?lease_id=${drawn.lease_id}`)
  assert.deepEqual(
    data.map(({ status, due_date }) => [status, due_date]),
    [['OPEN', '2027-08-01']],
  )
})

/** Each step by its path, with a body that is valid in every status that allows the step. */
const STEPS: Record<(typeof LEASE_STEPS)[number], [string, Record<string, unknown>?]> = {
  EDIT: ['edit', { start_date: '2026-04-01' }],
  SEND: ['send'],
  SIGN: ['sign', {}],
  CANCEL: ['cancel'],
  RESCHEDULE: ['reschedule', { start_date: '2026-06-08' }],
  MOVE_IN: ['move-in', {}],
  CHANGE_CHARGES: ['charges', { charges: [{ code: 'PET', amount_cents: 2_500 }] }],
  ADD_RESIDENT: ['residents', { role: 'OCCUPANT' }],
  CHANGE_RESIDENT: ['residents', { to: null }],
  RENEW: ['renew', { end_date: '2027-08-31' }],
  CANCEL_RENEWAL: ['cancel-renewal'],
  RECORD_NOTICE: ['record-notice', {}],
  CANCEL_NOTICE: ['cancel-notice'],
  RECORD_EVICTION: ['record-eviction', {}],
  CANCEL_EVICTION: ['cancel-eviction'],
  END: ['end', {}],
  RETURN_DEPOSIT: ['return-deposit', { amount_cents: 1_000 }],
  VOID_DEPOSIT_RETURN: ['void-deposit-return', { amount_cents: 1_000 }],
  WITHHOLD_DEPOSIT: ['withhold-deposit', { amount_cents: 1_000 }],
  WAIVE_DEPOSIT: ['waive-deposit', {}],
}

for (const status of LEASE_STATUSES) {
  test(`a lease that is ${status} allows the steps that it lists, and no others`, async () => {
    for (const step of LEASE_STEPS) {
      const home = await storeHome(office.org)
      const { lease_id } = await leaseThatIs(status, office.org, home)
      const { id: resident_id } = home.lee
      const people =
        step === 'ADD_RESIDENT' ? { resident_id } : step === 'EDIT' && { residents: [{ resident_id, role: 'PRIMARY' }] }
      const { allowed_steps } = await office.read(`/leases/${lease_id}`)
      const [place, body] = STEPS[step]
      const [method, path] =
        step === 'CHANGE_RESIDENT' ? (['PATCH', `${place}/${home.dana.id}`] as const) : (['POST', place] as const)
      const reply = await office.call(method, `/leases/${lease_id}/${path}`, body && { ...body, ...people })
      if ((allowed_steps as string[]).includes(step)) assert.equal(reply.status, 200, `${step}: ${reply.text}`)
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

test('a draft that is not valid is refused with its field named, and nothing is stored', async () => {
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
