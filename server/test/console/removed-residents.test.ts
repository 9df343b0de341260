/** A resident who was added to a signed lease by mistake is removed from all of its days, and one who does not join it after all from those to come. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused } from '../contract/promises.ts'
import { leaseThatIs, storeHome } from '../leasing.ts'
import { lease, on, store } from '../records.ts'
import { prepare, useWorld } from '../world.ts'
import { openOffice } from './office.ts'

const world = useWorld()
const office = prepare(() => openOffice(world))

/** A lease that runs since September 1, 2025, of Dana; Lee is on none yet. Today is March 15, 2026. */
async function arrange(status: 'FUTURE' | 'ACTIVE' | 'ENDED' = 'ACTIVE') {
  const home = await storeHome(office.org)
  const { lease_id } = await leaseThatIs(status, office.org, home)
  const at = `/leases/${lease_id}/residents`
  const [dana, lee] = [home.dana.id, home.lee.id]
  return {
    ...{ home, lease_id, dana, lee },
    add: (from?: string) =>
      office.write('POST', at, { resident_id: lee, role: 'CO_TENANT', ...(from !== undefined && { from }) }),
    change: (resident: string, body: Record<string, unknown>) => office.write('PATCH', `${at}/${resident}`, body),
    remove: (resident: string) => office.call('DELETE', `${at}/${resident}`),
    /** The names of all residents on the rent roll of the day. */
    on: async (day: string) => {
      const { rows } = await office.read(`/rent-roll?scope_id=${home.home.id}&as_of_date=${day}`)
      const [row] = rows as unknown as [{ resident_name: string | null; additional_residents: { name: string }[] }]
      return [row.resident_name, ...row.additional_residents.map(({ name }) => name)]
    },
  }
}

const [DANA, LEE] = ['Dana Whitfield', 'Lee Whitfield']
const DAYS = ['2025-09-01', '2026-02-01', '2026-03-14', '2026-03-15', '2026-06-01']

test('a resident who was added by mistake is on no day of the lease, and is logged as they were', async () => {
  const { lease_id, lee, add, remove, on } = await arrange()
  await add('2026-02-01')
  assert.deepEqual(await on('2026-03-15'), [DANA, LEE])
  const [before] = await world.sql<{ xid: string }>('select xid::text from record_changes order by xid desc limit 1')
  const { status, body } = await remove(lee)
  assert.deepEqual([status, (body.residents as { name: string }[]).map(({ name }) => name)], [200, [DANA]])
  assert.deepEqual(body.former_residents, [])
  for (const day of DAYS) assert.deepEqual(await on(day), [DANA], day)
  const fed = await world.sql<{ id: string }>('select id from record_changes where xid > $1::xid8', [before?.xid])
  for (const id of [lease_id, lee])
    assert.ok(
      fed.some(row => row.id === id),
      id,
    )
  assert.deepEqual(await office.rows(`/leases?resident_id=${lee}`), [])
  const [entry] = (await world.sql(
    'select action, before, after from administrative_log where organization_id = $1 and subject = $2 order by id desc limit 1',
    [office.org.id, lease_id],
  )) as [{ action: string; before: { resident: object }; after: { resident: unknown } }]
  assert.equal(entry.action, 'lease.remove_resident')
  assert.partialDeepStrictEqual(entry.before.resident, { resident_id: lee, role: 'CO_TENANT', from: '2026-02-01' })
  assert.equal(entry.after.resident, null)
  assertRefused(await remove(lee), 'not_found')
  await add()
  assert.deepEqual([await on('2026-03-14'), await on('2026-03-15')], [[DANA], [DANA, LEE]])
})

test('a resident who was to join the lease later is removed before they do, also from a lease that has not begun', async () => {
  for (const [status, from] of [
    ['ACTIVE', '2026-06-01'],
    ['FUTURE', undefined],
  ] as const) {
    const { lee, add, remove, on } = await arrange(status)
    await add(from)
    assert.equal((await remove(lee)).status, 200)
    assert.equal((await on('2026-06-01')).includes(LEE), false)
  }
})

test('if a resident left the lease and was to come back, only the last stay is removed', async () => {
  const { lee, add, change, remove, on } = await arrange()
  await add('2025-10-01')
  await change(lee, { to: '2026-01-31' })
  await add('2026-03-01')
  assert.deepEqual(await on('2026-03-15'), [DANA, LEE])
  assert.equal((await remove(lee)).status, 200)
  const shown = ['2025-09-30', '2025-10-01', '2026-01-31', '2026-02-01', '2026-03-15']
  const days = await Promise.all(shown.map(async day => (await on(day)).includes(LEE)))
  assert.deepEqual(days, [false, true, true, false, false])
  assert.equal((await remove(lee)).status, 200)
  assert.deepEqual(await on('2025-10-01'), [DANA])
})

test('a primary resident is removed only once another one is primary on all of their days', async () => {
  const { dana, lee, add, change, remove, on } = await arrange()
  const refused = await remove(dana)
  assertRefused(refused, 'conflict')
  assert.match(String(refused.body.message), /Dana Whitfield is the primary resident\. Make another/)
  await add('2025-09-01')
  await change(lee, { role: 'PRIMARY' })
  const stillRefused = await remove(dana)
  assertRefused(stillRefused, 'conflict')
  assert.match(String(stillRefused.body.message), /was the primary resident until 2026-03-14/)
  await change(lee, { role: 'PRIMARY', role_from: '2025-09-01' })
  assert.equal((await remove(dana)).status, 200)
  for (const day of DAYS) assert.deepEqual(await on(day), [LEE], day)
})

test('a resident of a lease that has ended is removed, and the last one of a lease without a primary one is not', async () => {
  const ended = await arrange('ENDED')
  await office.write('POST', `/leases/${ended.lease_id}/end`, { move_out_date: null })
  await ended.add('2026-01-01')
  await office.write('POST', `/leases/${ended.lease_id}/end`, { move_out_date: '2026-03-14' })
  assert.equal((await ended.remove(ended.lee)).status, 200)
  assert.deepEqual(await ended.on('2026-03-14'), [DANA])
  const home = await storeHome(office.org)
  const without = lease(home.only)
  await store(office.org, { leases: [without], leaseResidents: [on(without, home.dana, 'OCCUPANT')] })
  const alone = await office.call('DELETE', `/leases/${without.id}/residents/${home.dana.id}`)
  assertRefused(alone, 'conflict')
  assert.match(String(alone.body.message), /Nobody else stays on the lease/)
})
