/** `doctor` finds a counter that is behind the numbers of its records, and its advice puts that right. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { property, store } from '../records.ts'
import { useOrganization, useWorld } from '../world.ts'
import { connectionString, gatehouse } from './processes.ts'

const world = useWorld({ own: true })
const organization = useOrganization(world)

test('doctor finds a counter that is behind, and says how to put it right', async () => {
  const home = property()
  await store(organization, { properties: [home] })
  const create = async () => {
    const body = JSON.stringify({ title: 'Leak', property_id: home.id })
    const { status } = await world.call('/work-orders', { key: organization.key, method: 'POST', body })
    return status
  }
  assert.deepEqual([await create(), await create()], [201, 201])
  assert.equal(await counterFound(), undefined)
  for (const fault of ['update work_order_numbers set last_number = 1', 'delete from work_order_numbers']) {
    await world.sql(fault)
    const found = await counterFound()
    assert.match(found?.message ?? '', /^The counter work_order_numbers is behind the numbers of work_orders/)
    await world.sql((found?.action ?? '').replace(/^Run (.*) as a superuser\.$/, '$1'))
    assert.equal(await counterFound(), undefined)
  }
  assert.equal(await create(), 201)
})

type Found = { check: string; message: string; action: string }

async function counterFound(): Promise<Found | undefined> {
  const { stdout } = await gatehouse(['doctor', '--json'], {
    DATABASE_URL: connectionString(world.database.connection),
  })
  const { findings } = JSON.parse(stdout) as { findings: Found[] }
  return findings.find(({ message }) => message.startsWith('The counter '))
}
