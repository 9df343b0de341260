/** A move-out that is corrected or canceled brings back the stays and the roles of residents that it had taken away. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leaseThatIs, storeHome } from '../leasing.ts'
import { prepare, useWorld } from '../world.ts'
import { openOffice } from './office.ts'

const world = useWorld()
const office = prepare(() => openOffice(world))

/** A lease since September 1, 2025 of Dana and Lee, who is the primary resident from March 1, 2026 on. Today is March 15. */
async function arrange() {
  const home = await storeHome(office.org)
  const { lease_id } = await leaseThatIs('ACTIVE', office.org, home)
  const at = `/leases/${lease_id}`
  const [dana, lee] = [home.dana.id, home.lee.id]
  const take = async (method: 'POST' | 'PATCH', path: string, body: Record<string, unknown>) => {
    const { status, text } = await office.call(method, `${at}${path}`, body)
    assert.equal(status, 200, text)
  }
  await take('POST', '/residents', { resident_id: lee, role: 'CO_TENANT', from: '2026-01-01' })
  await take('PATCH', `/residents/${lee}`, { role: 'PRIMARY', role_from: '2026-03-01' })
  return {
    ...{ dana, lee },
    end: (move_out_date: string) => take('POST', '/end', { move_out_date }),
    step: (name: string, body = {}) => take('POST', `/${name}`, body),
    add: (body: Record<string, unknown>) => take('POST', '/residents', body),
    change: (resident: string, body: Record<string, unknown>) => take('PATCH', `/residents/${resident}`, body),
    /** The first names of the primary resident and the others on the rent roll of the day. */
    on: async (day: string) => {
      const { rows } = await office.read(`/rent-roll?scope_id=${home.home.id}&as_of_date=${day}`)
      const [row] = rows as unknown as [{ resident_name: string | null; additional_residents: { name: string }[] }]
      return [row.resident_name, ...row.additional_residents.map(({ name }) => name)].map(name => name?.split(' ')[0])
    },
    /** The residents of the lease as it is shown, with their roles. */
    residents: async () => {
      const { residents } = await office.read(at)
      return (residents as unknown as { name: string; role: string }[]).map(
        ({ name, role }) => `${name.split(' ')[0]} ${role}`,
      )
    },
  }
}

test('a move-out that is corrected to a later day brings back the roles that began after the earlier one', async () => {
  const { end, on, residents } = await arrange()
  await end('2026-02-20')
  assert.deepEqual(await residents(), ['Dana PRIMARY', 'Lee CO_TENANT'])
  await end('2026-02-25')
  assert.deepEqual(await residents(), ['Dana PRIMARY', 'Lee CO_TENANT'], 'still before the change')
  await end('2026-03-10')
  assert.deepEqual(await residents(), ['Lee PRIMARY', 'Dana CO_TENANT'])
  assert.deepEqual(
    [await on('2026-02-28'), await on('2026-03-01'), await on('2026-03-10')],
    [
      ['Dana', 'Lee'],
      ['Lee', 'Dana'],
      ['Lee', 'Dana'],
    ],
  )
})

test('residents who were changed after the move-out stay as they were changed', async () => {
  const { end, change, lee, residents } = await arrange()
  await end('2026-02-20')
  await change(lee, { role: 'OCCUPANT', role_from: '2026-02-01' })
  await end('2026-03-10')
  assert.deepEqual(await residents(), ['Dana PRIMARY', 'Lee OCCUPANT'])
  await end('2026-02-20')
  await change(lee, { role: 'CO_TENANT', role_from: '2026-01-01' })
  await end('2026-03-10')
  assert.deepEqual(await residents(), ['Dana PRIMARY', 'Lee CO_TENANT'], 'what was once replaced is not brought back')
})

test('a move-out of today that is canceled or postponed brings back a stay that was to begin later', async () => {
  for (const [step, body] of [
    ['cancel-notice', {}],
    ['record-notice', { move_out_date: '2026-05-31' }],
  ] as const) {
    const { end, step: take, add, change, dana, on } = await arrange()
    await change(dana, { to: '2026-03-05' })
    await add({ resident_id: dana, role: 'OCCUPANT', from: '2026-03-25' })
    await take('record-notice', { move_out_date: '2026-04-30' })
    await end('2026-03-15')
    await take(step, body)
    assert.deepEqual([await on('2026-03-24'), await on('2026-03-25')], [['Lee'], ['Lee', 'Dana']], step)
  }
})
