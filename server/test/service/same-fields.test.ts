/** A record in an export, in the changes and in an event has the fields of its own endpoint, in the same order. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RecordType } from '#contract/v1/changes.ts'
import { changesOf } from '../changes-of.ts'
import { storeConsoleSample } from '../contract/console-exercises.ts'
import { useWorld } from '../world.ts'

const world = useWorld()

type Fields = Record<string, unknown>

/** The list of each kind, and the name of the ID. Residents are left out, because one has an entry for each lease. */
const LISTS: Partial<Record<RecordType, [path: string, id: string]>> = {
  property: ['/properties?', 'property_id'],
  unit: ['/units?', 'unit_id'],
  listing: ['/listings?', 'id'],
  lease: ['/leases?', 'lease_id'],
  invoice: ['/invoices?', 'invoice_id'],
  payment: ['/payments?status=ALL&', 'payment_id'],
  work_order: ['/work-orders?', 'work_order_id'],
  lead: ['/leads?', 'lead_id'],
  owner: ['/owners?', 'owner_id'],
  portfolio: ['/portfolios?', 'portfolio_id'],
}

test('a record in an export, in the changes and in an event is written as in its list', async () => {
  const org = await world.organization({ plan: 'ENTERPRISE' })
  await storeConsoleSample(world, org)
  const read = async (path: string) => (await world.call(path, { key: org.key })).body
  const units = (await read('/units?')).data
  const body = JSON.stringify({ title: 'Tap leaks', unit_id: units[0]?.unit_id })
  await world.call('/work-orders', { key: org.key, method: 'POST', body })
  const { text } = await world.call('/export', { key: org.key })
  const lines = text.trimEnd().split('\n').slice(1, -1)
  const exported = Map.groupBy(
    lines.map(line => JSON.parse(line) as { type: RecordType; data: Fields }),
    ({ type }) => type,
  )
  const compared = []
  for (const [type, [path, id]] of Object.entries(LISTS)) {
    const listed = (await read(`${path}limit=100`)).data
    const changed = (await changesOf(world, org, `types=${type}&limit=100`)).data.map(
      ({ record }) => record as Fields | null,
    )
    const shown = listed.find(one => exported.get(type as RecordType)?.some(({ data }) => data[id] === one[id]))
    if (!shown) continue
    compared.push(type)
    const same = [...(exported.get(type as RecordType) ?? []).map(({ data }) => data), ...changed].filter(
      one => one?.[id] === shown[id],
    )
    assert.deepEqual(
      same.map(one => JSON.stringify(one)),
      Array(2).fill(JSON.stringify(shown)),
      type,
    )
  }
  assert.ok(compared.length >= 8 && compared.includes('work_order'), compared.join())
  // Events are listed oldest first, and work orders newest first.
  const event = (await read('/events?type=ticket.created&limit=100')).data.at(-1)
  const { work_order: emitted } = event?.data as { work_order: Fields }
  const [shown] = (await read('/work-orders?limit=1')).data
  assert.equal(JSON.stringify(emitted), JSON.stringify(shown))
})
