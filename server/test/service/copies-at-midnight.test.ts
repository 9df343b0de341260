/** A copy stays right if a day begins while it is read: processes see midnight at slightly different times, and a call may wait from before it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '#server/base/instants.ts'
import { recordCalendarChanges } from '#server/domain/changes/calendar.ts'
import { changesOf } from '../changes-of.ts'
import { property, rate, store, unit } from '../records.ts'
import { useOrganization, useWorld } from '../world.ts'

const world = useWorld({ own: true })
const org = useOrganization(world)
const TOMORROWS_RENT = 987_600

type Change = { type: string; record: Record<string, unknown> }

async function changesAfter(cursor: string): Promise<Change[]> {
  const { has_more, data } = await changesOf(world, org, `after=${cursor}`)
  assert.equal(has_more, false)
  return data as Change[]
}

async function exported(): Promise<{ cursor: string; rents: unknown[] }> {
  const { text } = await world.call('/export', { key: org.key })
  const lines = text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  return {
    cursor: lines[0].cursor,
    rents: lines.filter(({ type }) => type === 'unit').map(({ data }) => data.market_rent_cents),
  }
}

test('a day whose changes are recorded is the day of the records that are read, whatever the clock of the reader shows', async () => {
  const home = property()
  const flat = unit(home)
  const tomorrow = new Date(world.clock.now() + DAY_MS).toISOString().slice(0, 10)
  const rates = [rate(flat), rate(flat, { effective_from: tomorrow, market_rent_cents: TOMORROWS_RENT })]
  await store(org, { properties: [home], units: [flat], rates })
  await recordCalendarChanges(world.pools, world.clock.now())
  const before = await exported()
  assert.deepEqual(before.rents, [145_000])

  // A worker has seen midnight, and the process that answers has not.
  await recordCalendarChanges(world.pools, world.clock.now() + DAY_MS)
  const changes = await changesAfter(before.cursor)
  assert.deepEqual(
    changes.map(({ type, record }) => [type, record.market_rent_cents]),
    [['unit', TOMORROWS_RENT]],
  )
  assert.deepEqual((await exported()).rents, [TOMORROWS_RENT])
})
