/** Every operation on a lease in every status: allowed or refused, and the row, the log entry and the events that it leaves. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LEASE_STATUSES } from '#contract/v1/leases.ts'
import { keysOf } from '#server/base/keys-of.ts'
import { readLease } from '#server/domain/leases/detail.ts'
import { ALLOWED, type LeaseOperation, type LeaseStatus, stepsOf } from '#server/domain/leases/rules.ts'
import type { Context } from '#server/platform/context.ts'
import { logOf } from '../administrative-log.ts'
import { calls } from '../calls.ts'
import { leaseThatIs, signed, storeHome } from '../leasing.ts'
import { on, store } from '../records.ts'
import { conflicts } from '../refusals.ts'
import { useOrganization, useWorld } from '../world.ts'

const {
  addLeaseResident,
  cancelEviction,
  cancelLease,
  cancelNotice,
  cancelRenewal,
  changeCharges,
  changeLeaseResident,
  createResident,
  editLease,
  endLease,
  moveIn,
  recordEviction,
  recordNotice,
  renewLease,
  rescheduleLease,
  sendLease,
  signLease,
} = calls

const world = useWorld()
const org = useOrganization(world)

type Shown = Awaited<ReturnType<typeof readLease>>
type Step = {
  run(context: Context, id: string): Promise<unknown>
  becomes(before: Shown, after: Shown): Partial<Shown>
}

const NOW = '2026-03-15T12:00:00.000Z'
const TODAY = '2026-03-15'

/** How each operation is called, and what it changes about the lease. */
const STEPS: Record<LeaseOperation, Step> = {
  edit: {
    run: async (context, id) => {
      const { residents } = await readLease(context, id)
      const people = residents.map(({ resident_id, role }) => ({ resident_id, role }))
      return editLease(context, { lease_id: id, start_date: '2026-05-01', residents: people })
    },
    becomes: () => ({
      ...{ start_date: '2026-05-01', end_date: null, term_type: 'MONTH_TO_MONTH' },
      ...{ rent_cents: 0, recurring_charges: [] },
    }),
  },
  send: {
    run: (context, id) => sendLease(context, { lease_id: id }),
    becomes: () => ({ status: 'PENDING_SIGNATURE' }),
  },
  sign: {
    run: (context, id) => signLease(context, { lease_id: id }),
    becomes: () => ({ status: 'FUTURE', signed_at: NOW }),
  },
  cancel: { run: (context, id) => cancelLease(context, { lease_id: id }), becomes: () => ({ status: 'CANCELLED' }) },
  reschedule: {
    run: (context, id) => rescheduleLease(context, { lease_id: id, start_date: '2026-06-08' }),
    becomes: ({ recurring_charges: [rent], move_in_date }) => ({
      status: 'FUTURE',
      start_date: '2026-06-08',
      move_in_date: move_in_date && '2026-06-08',
      recurring_charges: [{ ...rent!, from: '2026-06-08' }],
    }),
  },
  move_in: {
    run: (context, id) => moveIn(context, { lease_id: id }),
    becomes: () => ({ move_in_date: '2026-03-15' }),
  },
  change_charges: {
    run: (context, id) =>
      changeCharges(context, { lease_id: id, charges: [{ code: 'PET', description: 'Cat', amount_cents: 2_500 }] }),
    becomes: ({ start_date, recurring_charges }) => {
      const from = start_date > '2026-03-15' ? start_date : '2026-03-15'
      const cat = { code: 'PET', description: 'Cat', amount_cents: 2_500, from, to: null } as const
      return { recurring_charges: from === start_date ? [cat, ...recurring_charges] : [...recurring_charges, cat] }
    },
  },
  add_resident: {
    run: async (context, id) => {
      const { resident_id } = await createResident(context, { first_name: 'Zoe', last_name: 'Zimmer' })
      return addLeaseResident(context, { lease_id: id, resident_id, role: 'OCCUPANT' })
    },
    becomes: ({ residents }, after) => ({
      residents: [
        ...residents,
        {
          ...{
            resident_id: after.residents.at(-1)!.resident_id,
            name: 'Zoe Zimmer',
            role: 'OCCUPANT',
            is_primary: false,
          },
          ...{ from: after.status === 'ACTIVE' ? TODAY : null, to: null },
        },
      ],
    }),
  },
  change_resident: {
    run: async (context, id) => {
      const { status, residents } = await readLease(context, id)
      const { resident_id } = residents[1]!
      const since = status === 'ENDED' && { role_from: '2026-03-10' }
      return changeLeaseResident(context, { lease_id: id, resident_id, role: 'GUARANTOR', ...since })
    },
    becomes: ({ residents: [primary, other] }) => ({ residents: [primary!, { ...other!, role: 'GUARANTOR' }] }),
  },
  renew: {
    run: (context, id) => renewLease(context, { lease_id: id, end_date: '2027-08-31', rent_cents: 150_000 }),
    becomes: ({ recurring_charges: [rent] }) => ({
      recurring_charges: [
        { ...rent!, to: '2026-08-31' },
        { ...rent!, amount_cents: 150_000, from: '2026-09-01' },
      ],
    }),
  },
  cancel_renewal: {
    run: (context, id) => cancelRenewal(context, { lease_id: id }),
    becomes: ({ recurring_charges: [rent] }) => ({ recurring_charges: [{ ...rent!, to: null }] }),
  },
  record_notice: {
    run: (context, id) => recordNotice(context, { lease_id: id, move_out_date: '2026-04-30' }),
    becomes: () => ({ notice_given_on: '2026-03-15', move_out_date: '2026-04-30' }),
  },
  record_eviction: {
    run: (context, id) => recordEviction(context, { lease_id: id }),
    becomes: () => ({ eviction_filed_on: '2026-03-15' }),
  },
  cancel_notice: {
    run: (context, id) => cancelNotice(context, { lease_id: id }),
    becomes: () => ({ notice_given_on: null, move_out_date: null }),
  },
  cancel_eviction: {
    run: (context, id) => cancelEviction(context, { lease_id: id }),
    becomes: () => ({ eviction_filed_on: null }),
  },
  end: {
    run: (context, id) => endLease(context, { lease_id: id, move_out_date: '2026-03-09' }),
    becomes: ({ recurring_charges: [rent] }) => ({
      ...{ status: 'ENDED', move_out_date: '2026-03-09', rent_cents: 0 },
      recurring_charges: [{ ...rent!, to: '2026-03-09' }],
    }),
  },
}

/** One row per operation, and one column per status: DRAFT, PENDING_SIGNATURE, FUTURE, ACTIVE, ENDED, CANCELLED. */
const MAY: Record<LeaseOperation, number[]> = {
  edit: [1, 0, 0, 0, 0, 0],
  send: [1, 0, 0, 0, 0, 0],
  sign: [1, 1, 0, 0, 0, 0],
  cancel: [1, 1, 1, 0, 0, 0],
  reschedule: [0, 0, 1, 1, 0, 0],
  move_in: [0, 0, 0, 1, 0, 0],
  change_charges: [1, 1, 1, 1, 0, 0],
  add_resident: [0, 0, 1, 1, 0, 0],
  change_resident: [0, 0, 1, 1, 1, 0],
  renew: [0, 0, 0, 1, 0, 0],
  cancel_renewal: [0, 0, 0, 1, 0, 0],
  record_notice: [0, 0, 0, 1, 0, 0],
  cancel_notice: [0, 0, 0, 1, 0, 0],
  record_eviction: [0, 0, 0, 1, 0, 0],
  cancel_eviction: [0, 0, 0, 1, 0, 0],
  end: [0, 0, 0, 1, 1, 0],
}

const read = (id: string) => org.within(context => readLease(context, id))

async function arrange(status: LeaseStatus, operation: LeaseOperation): Promise<Shown> {
  const home = await storeHome(org)
  // Before its residents move in, a lease that is ACTIVE allows every step of its status.
  const lease =
    status === 'ACTIVE' && operation === 'reschedule'
      ? await signed(org, home, { move_in_date: null })
      : await leaseThatIs(status, org, home)
  assert.equal(lease.status, status)
  const { lease_id } = lease
  if (operation === 'change_resident') {
    await store(org, { leaseResidents: [on({ id: lease_id }, home.lee, 'OCCUPANT')] })
    return read(lease_id)
  }
  if (status !== 'ACTIVE') return lease
  if (operation === 'cancel_notice') {
    await org.within(context => recordNotice(context, { lease_id, move_out_date: '2026-04-30' }))
  }
  if (operation === 'cancel_renewal') {
    await org.within(context => renewLease(context, { lease_id, end_date: '2027-08-31', rent_cents: 150_000 }))
  }
  if (operation === 'cancel_eviction') await org.within(context => recordEviction(context, { lease_id }))
  return read(lease_id)
}

const eventsOf = (id: string) =>
  world.sql<{ type: string; data: object }>(
    `select type, data from events where organization_id = $1 and data -> 'lease' ->> 'lease_id' = $2 order by id`,
    [org.id, id],
  )

/** A lease in the log, without the resident whom a change of one adds to it. */
const leaseIn = (logged: unknown) => logged && { ...logged, resident: undefined }

for (const operation of keysOf(ALLOWED)) {
  for (const [index, status] of LEASE_STATUSES.entries()) {
    const { run, becomes } = STEPS[operation]
    const isAllowed = MAY[operation][index] === 1
    test(`${operation} is ${isAllowed ? 'allowed' : 'refused'} for a lease that is ${status}`, async () => {
      const lease = await arrange(status, operation)
      const { lease_id: id } = lease
      const [log, events] = [await logOf(world, org, id), await eventsOf(id)]
      const running = org.within(context => run(context, id))
      if (!isAllowed) {
        await assert.rejects(
          running,
          conflicts(new RegExp(`^A lease that is ${status} cannot [a-z ]+; (it can|no further)`)),
        )
        assert.deepEqual(await read(id), lease)
        assert.deepEqual([await logOf(world, org, id), await eventsOf(id)], [log, events])
        return
      }
      await running
      const after = await read(id)
      assert.deepEqual(after, { ...lease, ...becomes(lease, after), updated_at: after.updated_at })
      const line = { action: `lease.${operation}`, before: leaseIn(lease), after: leaseIn(after) }
      const [last, ...earlier] = (await logOf(world, org, id)).reverse()
      assert.deepEqual({ ...last, before: leaseIn(last?.before), after: leaseIn(last?.after) }, line)
      assert.deepEqual(earlier.reverse(), log)
      const signing = operation === 'sign' ? [{ type: 'lease.signed', data: { lease: after } }] : []
      assert.deepEqual(await eventsOf(id), [...events, ...signing])
    })
  }
}

test('a notice or filing that does not exist cannot be canceled, nor a notice while the unit is leased to someone else', async () => {
  const home = await storeHome(org)
  const { lease_id: id } = await leaseThatIs('ACTIVE', org, home)
  await assert.rejects(
    org.within(context => cancelNotice(context, { lease_id: id })),
    conflicts(/^No notice was given/),
  )
  await assert.rejects(
    org.within(context => cancelEviction(context, { lease_id: id })),
    conflicts(/^No eviction was filed/),
  )
  await org.within(context => recordNotice(context, { lease_id: id, move_out_date: '2026-04-30' }))
  // The term of the first lease ends on August 31.
  for (const [start_date, end_date] of [
    ['2026-06-01', '2026-08-15'],
    ['2026-09-01', '2027-08-31'],
  ] as const) {
    const next = await signed(org, home, { start_date, end_date, move_in_date: null })
    await assert.rejects(
      org.within(context => cancelNotice(context, { lease_id: id })),
      conflicts(new RegExp(next.lease_id)),
    )
    await org.within(context => cancelLease(context, { lease_id: next.lease_id }))
  }
  await org.within(context => cancelNotice(context, { lease_id: id }))
})

test('a lease lists the steps that its status allows, except those that have nothing to act on', async () => {
  const home = await storeHome(org)
  const running = await leaseThatIs('ACTIVE', org, home)
  const always = 'move_in change_charges add_resident change_resident record_notice record_eviction end'.split(' ')
  assert.deepEqual(stepsOf(running, TODAY).sort(), [...always, 'renew'].sort())
  const leaving = await org.within(context => recordNotice(context, { lease_id: running.lease_id }))
  assert.deepEqual(stepsOf(leaving, TODAY).sort(), [...always, 'cancel_notice'].sort())
  const evicted = await org.within(context => recordEviction(context, { lease_id: running.lease_id }))
  assert.deepEqual(stepsOf(evicted, TODAY).sort(), [...always, 'cancel_notice', 'cancel_eviction'].sort())
  const awaited = await signed(org, await storeHome(org), { move_in_date: null })
  assert.deepEqual(stepsOf(awaited, TODAY).sort(), [...always, 'renew', 'reschedule'].sort())
})

test('a refusal states which step an ended lease still allows, and that a canceled one allows none', async () => {
  const refusalOf = async (status: LeaseStatus) => {
    const { lease_id: id } = await arrange(status, 'send')
    return org.within(context => sendLease(context, { lease_id: id })).catch(error => error.message)
  }
  assert.equal(
    await refusalOf('ENDED'),
    'A lease that is ENDED cannot be sent for signature; it can have the days or the role of a resident changed, be ended.',
  )
  assert.equal(
    await refusalOf('CANCELLED'),
    'A lease that is CANCELLED cannot be sent for signature; no further step is possible.',
  )
})
