/** The residents of a signed lease: each joins it and leaves it on days of their own, and has a role by day, which no earlier rent roll forgets. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertNames, assertRefused } from '../contract/promises.ts'
import { leaseThatIs, storeHome } from '../leasing.ts'
import { lease, on, store } from '../records.ts'
import { prepare, useWorld } from '../world.ts'
import { openOffice } from './office.ts'

const world = useWorld()
const office = prepare(() => openOffice(world))

type Row = {
  resident_name: string | null
  additional_residents: { name: string; role: string }[]
}

/** A lease that runs since September 1, 2025, of Dana; Lee is on none yet. Today is March 15, 2026. */
async function arrange(status: Parameters<typeof leaseThatIs>[0] = 'ACTIVE') {
  const home = await storeHome(office.org)
  const { lease_id } = await leaseThatIs(status, office.org, home)
  const at = `/leases/${lease_id}/residents`
  const [dana, lee] = [home.dana.id, home.lee.id]
  return {
    ...{ home, lease_id, dana, lee },
    add: (body: Record<string, unknown>) => office.call('POST', at, { resident_id: lee, role: 'CO_TENANT', ...body }),
    change: (resident: string, body: Record<string, unknown>) => office.call('PATCH', `${at}/${resident}`, body),
    /** The primary resident of the day, and the first names of the others with their roles. */
    on: async (day: string) => {
      const { rows } = await office.read(`/rent-roll?scope_id=${home.home.id}&as_of_date=${day}`)
      const [{ resident_name, additional_residents }] = rows as unknown as [Row]
      return [resident_name, ...additional_residents.map(({ name, role }) => `${name} ${role}`)]
    },
  }
}

const [ALONE, WITH_LEE] = [['Dana Whitfield'], ['Dana Whitfield', 'Lee Whitfield CO_TENANT']]

test('a resident who is added to a running lease is on it from today, and earlier rent rolls stay as they are', async () => {
  const { add, on } = await arrange()
  assert.deepEqual([await on('2026-03-14'), await on('2026-03-15')], [ALONE, ALONE])
  const { status, body } = await add({})
  assert.equal(status, 200)
  const residents = body.residents as { name: string; from: string | null; to: string | null }[]
  assert.deepEqual(
    residents.map(({ name, from, to }) => [name, from, to]),
    [
      ['Dana Whitfield', null, null],
      ['Lee Whitfield', '2026-03-15', null],
    ],
  )
  assert.deepEqual([await on('2026-03-14'), await on('2026-03-15')], [ALONE, WITH_LEE])
})

test('a resident who is added to a signed lease lives in its unit, is listed by its rent roll, and is in the feed of changes with the lease', async () => {
  const home = await storeHome(office.org)
  const { lease_id } = await leaseThatIs('ACTIVE', office.org, home)
  const resident_id = home.lee.id
  const add = (body: Record<string, unknown>) => office.call('POST', `/leases/${lease_id}/residents`, body)
  assertNames(await add({ resident_id: 'res_none', role: 'OCCUPANT' }), 'resident_id')
  assertNames(await add({ resident_id: home.dana.id, role: 'OCCUPANT' }), 'resident_id')
  assertNames(await add({ resident_id, role: 'PRIMARY' }), 'role')
  const [before] = await world.sql<{ xid: string }>('select xid::text from record_changes order by xid desc limit 1')
  assert.equal((await add({ resident_id, role: 'OCCUPANT' })).status, 200)
  const fed = await world.sql<{ id: string }>('select id from record_changes where xid > $1::xid8', [before?.xid])
  for (const id of [lease_id, resident_id])
    assert.ok(
      fed.some(row => row.id === id),
      id,
    )
  assertNames(await add({ resident_id, role: 'OCCUPANT' }), 'resident_id')
  const lives = await office.read(`/residents/${resident_id}`)
  assert.deepEqual([lives.status, lives.role, lives.unit_id], ['CURRENT', 'OCCUPANT', home.only.id])
  const { rows } = await office.read(`/rent-roll?scope_id=${home.home.id}`)
  assert.deepEqual(
    (rows as { additional_residents: { resident_id: string }[] }[])[0]?.additional_residents.map(
      one => one.resident_id,
    ),
    [resident_id],
  )
  assert.deepEqual((await office.logged(lease_id)).at(-1), 'lease.add_resident')
})

test('a resident is added from an earlier day on purpose, or from a later one, within the days of the lease', async () => {
  const earlier = await arrange()
  assertNames(await earlier.add({ from: '2025-08-31' }), 'from')
  assert.equal((await earlier.add({ from: '2026-02-01' })).status, 200)
  assert.deepEqual([await earlier.on('2026-01-31'), await earlier.on('2026-02-01')], [ALONE, WITH_LEE])

  const later = await arrange()
  await office.write('POST', `/leases/${later.lease_id}/record-notice`, { move_out_date: '2026-05-31' })
  assertNames(await later.add({ from: '2026-06-01' }), 'from')
  assert.equal((await later.add({ from: '2026-05-01' })).status, 200)
  assert.deepEqual([await later.on('2026-04-30'), await later.on('2026-05-01')], [ALONE, WITH_LEE])
  assert.equal((await office.read(`/residents/${later.lee}`)).status, 'FUTURE')

  const first = await arrange()
  const { body } = await first.add({ from: '2025-09-01' })
  assert.deepEqual((body.residents as { from: string | null }[])[1]?.from, null)
})

test('a resident who is added to a lease that has not begun is on it from its first day', async () => {
  const { add, lee } = await arrange('FUTURE')
  const { body } = await add({})
  assert.deepEqual((body.residents as { from: string | null }[])[1]?.from, null)
  const { status, move_in_date } = await office.read(`/residents/${lee}`)
  assert.deepEqual([status, move_in_date], ['FUTURE', null])
})

test('a roommate leaves while the others stay, and can be added again', async () => {
  const { add, change, on, lee, lease_id, home } = await arrange()
  await add({ from: '2026-01-01' })
  assertNames(await change(lee, { to: '2025-12-31' }), 'to')
  assert.equal((await change(lee, { to: '2026-03-31' })).status, 200)
  assert.deepEqual([await on('2026-03-31'), await on('2026-04-01')], [WITH_LEE, ALONE])
  const planned = await add({})
  assertRefused(planned, 'conflict')
  assert.match(planned.body.message as string, /^Lee Whitfield is on the lease until 2026-03-31\. .* last day/)

  const { body } = await change(lee, { to: '2026-02-28' })
  assert.equal((body.residents as unknown[]).length, 1)
  const left = { resident_id: lee, name: 'Lee Whitfield', role: 'CO_TENANT', from: '2026-01-01', to: '2026-02-28' }
  assert.deepEqual(body.former_residents, [left])
  assert.deepEqual([await on('2026-02-28'), await on('2026-03-01')], [WITH_LEE, ALONE])
  assert.deepEqual(
    (await office.rows(`/residents?property_id=${home.home.id}`)).map(({ first_name }) => first_name),
    ['Dana'],
  )
  const { status, move_in_date, move_out_date } = await office.read(`/residents/${lee}`)
  assert.deepEqual([status, move_in_date, move_out_date], ['PAST', '2026-01-01', '2026-02-28'])

  assertNames(await add({ from: '2026-02-28' }), 'from')
  assert.equal((await add({ role: 'OCCUPANT' })).status, 200)
  assert.deepEqual([await on('2025-12-31'), await on('2026-02-28'), await on('2026-03-14')], [ALONE, WITH_LEE, ALONE])
  assert.deepEqual(await on('2026-03-15'), ['Dana Whitfield', 'Lee Whitfield OCCUPANT'])
  const back = await office.read(`/residents/${lee}`)
  assert.deepEqual([back.status, back.role, back.move_in_date], ['CURRENT', 'OCCUPANT', '2026-03-15'])
  // The first day of the second stay is corrected; the first stay remains.
  assertNames(await change(lee, { from: '2026-02-15' }), 'from')
  assert.equal((await change(lee, { from: '2026-03-05' })).status, 200)
  assert.deepEqual([await on('2026-02-28'), await on('2026-03-04')], [WITH_LEE, ALONE])
  assert.deepEqual(await on('2026-03-05'), ['Dana Whitfield', 'Lee Whitfield OCCUPANT'])
  assert.equal((await office.logged(lease_id)).filter(action => action === 'lease.change_resident').length, 3)
})

test('another resident becomes the primary one from today, or from an earlier day on purpose', async () => {
  const { add, change, on, dana, lee, lease_id } = await arrange()
  await add({ from: '2025-09-01' })
  const swapped = ['Lee Whitfield', 'Dana Whitfield CO_TENANT']
  const { body } = await change(lee, { role: 'PRIMARY' })
  assert.deepEqual(
    (body.residents as { name: string; role: string; is_primary: boolean }[]).map(each => [each.name, each.role]),
    [
      ['Lee Whitfield', 'PRIMARY'],
      ['Dana Whitfield', 'CO_TENANT'],
    ],
  )
  assert.deepEqual([await on('2026-03-14'), await on('2026-03-15')], [WITH_LEE, swapped])
  assert.equal((await change(lee, { role: 'PRIMARY', role_from: '2026-02-01' })).status, 200)
  assert.deepEqual([await on('2026-01-31'), await on('2026-02-01')], [WITH_LEE, swapped])
  assertNames(await change(dana, { role: 'PRIMARY', role_from: '2026-03-16' }), 'role_from')
  assertNames(await change(dana, { role: 'PRIMARY', role_from: '2025-08-31' }), 'role_from')
  // The former primary resident leaves, and what was true before stays.
  assert.equal((await change(dana, { to: '2026-03-14' })).status, 200)
  assert.deepEqual(await on('2026-01-31'), WITH_LEE)
  assert.deepEqual([await on('2026-03-14'), await on('2026-03-15')], [swapped, ['Lee Whitfield']])
  const listed = (await office.rows('/leases?sort=resident_name&limit=100')).find(each => each.lease_id === lease_id)
  assert.equal(listed?.resident_name, 'Lee Whitfield')
  const gone = await change(dana, { to: '2026-01-15' })
  assertRefused(gone, 'conflict')
  assert.match(gone.body.message as string, /^Dana Whitfield was the primary resident until 2026-01-31\./)
})

test('a role other than the primary one changes from a day on', async () => {
  const { add, change, on, lee } = await arrange()
  await add({ from: '2026-02-01' })
  assertNames(await change(lee, { role: 'OCCUPANT', role_from: '2026-01-31' }), 'role_from')
  assertNames(await change(lee, { role_from: '2026-03-01' }), 'role_from')
  assert.equal((await change(lee, { role: 'OCCUPANT', role_from: '2026-03-01' })).status, 200)
  assert.deepEqual([await on('2026-01-31'), await on('2026-02-28')], [ALONE, WITH_LEE])
  assert.deepEqual(await on('2026-03-01'), ['Dana Whitfield', 'Lee Whitfield OCCUPANT'])
})

test('a change that would leave a lease without its primary resident, or without anybody, says what to do instead', async () => {
  const { add, change, dana, lee } = await arrange()
  const refused = async (resident: string, body: Record<string, unknown>, why: RegExp) => {
    const reply = await change(resident, body)
    assertRefused(reply, 'conflict')
    assert.match(reply.body.message as string, why)
  }
  await refused(dana, { to: '2026-03-31' }, /^Nobody else stays on the lease .* end the lease instead\.$/)
  await add({ from: '2026-05-01' })
  await refused(dana, { to: '2026-03-31' }, /^Dana Whitfield is the primary resident\. Make another .* first\.$/)
  await refused(dana, { from: '2025-10-01' }, /^Dana Whitfield is the primary resident\./)
  await refused(dana, { role: 'CO_TENANT' }, /^Dana Whitfield is the primary resident\./)
  await refused(lee, { role: 'PRIMARY' }, /^Lee Whitfield joins the lease on 2026-05-01 /)
  await refused(
    lee,
    { from: '2026-02-01', to: '2026-06-30', role: 'PRIMARY' },
    /^The last day of Lee .* remove the last day/,
  )
  assert.equal((await change(lee, { from: '2026-02-01', to: null, role: 'PRIMARY' })).status, 200)
  await refused(
    dana,
    { role: 'OCCUPANT', role_from: '2026-03-01' },
    /^Dana Whitfield was the primary resident until 2026-03-14\./,
  )
})

test('the last resident of a lease without a primary one cannot leave it', async () => {
  const home = await storeHome(office.org)
  const held = lease(home.only)
  await store(office.org, {
    leases: [held],
    leaseResidents: [on(held, home.dana, 'CO_TENANT'), on(held, home.lee, 'CO_TENANT')],
  })
  const leave = (id: string) => office.call('PATCH', `/leases/${held.id}/residents/${id}`, { to: '2026-03-31' })
  assert.equal((await leave(home.dana.id)).status, 200)
  assertRefused(await leave(home.lee.id), 'conflict')
})

test('the days of a lease that has ended are corrected, and its roles by a day on which it had them', async () => {
  const home = await storeHome(office.org)
  const held = lease(home.only, { move_out_date: '2026-02-28' })
  await store(office.org, { leases: [held], leaseResidents: [on(held, home.dana), on(held, home.lee, 'CO_TENANT')] })
  const change = (body: Record<string, unknown>) =>
    office.call('PATCH', `/leases/${held.id}/residents/${home.lee.id}`, body)
  assertNames(await change({ to: '2026-03-01' }), 'to')
  assertNames(await change({ role: 'OCCUPANT' }), 'role_from')
  assertNames(await change({ role: 'OCCUPANT', role_from: '2026-03-01' }), 'role_from')
  assert.equal((await change({ role: 'OCCUPANT', role_from: '2026-02-01' })).status, 200)
  assert.equal((await change({ to: '2026-02-14' })).status, 200)
  const { residents } = await office.read(`/leases/${held.id}`)
  assert.deepEqual(
    (residents as unknown as { name: string }[]).map(({ name }) => name),
    ['Dana Whitfield'],
  )
})

test('only a resident of the lease can be changed, only if something is, and the log has them before and after', async () => {
  const { add, change, lee, lease_id } = await arrange()
  assertRefused(await change(lee, { to: null }), 'not_found')
  assertRefused(await change('res_none', { to: null }), 'not_found')
  await add({})
  assertRefused(await change(lee, {}), 'invalid_request')
  assert.equal((await change(lee, { from: '2026-02-01', role: 'OCCUPANT' })).status, 200)
  const [{ before, after }] = (await world.sql(
    `select before -> 'resident' as before, after -> 'resident' as after from administrative_log
      where organization_id = $1 and subject = $2 order by id desc limit 1`,
    [office.org.id, lease_id],
  )) as [{ before: object; after: object }]
  const logged = { resident_id: lee, name: 'Lee Whitfield', to: null }
  assert.deepEqual(before, { ...logged, role: 'CO_TENANT', from: '2026-03-15', former_roles: [] })
  const former_roles = [{ role: 'CO_TENANT', until: '2026-03-14' }]
  assert.deepEqual(after, { ...logged, role: 'OCCUPANT', from: '2026-02-01', former_roles })
})
