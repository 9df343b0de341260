/** Upkeep of one organization that fails does not hold up the others. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordCalendarChanges } from '#server/domain/changes/calendar.ts'
import { forEachOrganization } from '#server/platform/each-organization.ts'
import { useWorld } from '../world.ts'

const world = useWorld({ own: true })

test('the calendar of the others goes on if that of one organization cannot be recorded', async () => {
  const now = () => world.clock.now()
  const [first, second] = [await world.organization(), await world.organization()].sort((a, b) =>
    a.id < b.id ? -1 : 1,
  )
  await recordCalendarChanges(world.pools, now())
  await world.sql(
    `create function refuse_day() returns trigger language plpgsql as $$ begin raise 'This day cannot be recorded'; end $$`,
  )
  await world.sql(
    `create trigger refuse_day before update on calendar_days for each row when (new.organization_id = '${first?.id}') execute function refuse_day()`,
  )
  world.clock.advance(86_400_000)
  const isOfFirst = (error: Error) => {
    assert.equal(error.message, `1 failed, organization ${first?.id} first`)
    assert.match(String(error.cause), /This day cannot be recorded/)
    return true
  }
  await assert.rejects(recordCalendarChanges(world.pools, now()), isOfFirst)
  const days = await world.sql('select organization_id, entered_through from calendar_days')
  const dayOf = (id: string | undefined) => days.find(({ organization_id }) => organization_id === id)?.entered_through
  assert.deepEqual([dayOf(first?.id), dayOf(second?.id)], ['2026-03-15', '2026-03-16'])
  await world.sql('drop trigger refuse_day on calendar_days')
  assert.equal(await recordCalendarChanges(world.pools, now()), 1)
})

test('a round ends with its tenth failure, because the database cannot be reached then', async () => {
  const asked: string[] = []
  const organizations = Array.from({ length: 30 }, (_, index) => ({ id: String(index) }))
  const round = forEachOrganization(organizations, async ({ id }) => {
    asked.push(id)
    if (Number(id) % 2 === 0) throw new Error(`${id} failed`)
  })
  await assert.rejects(round, { message: '10 failed, organization 0 first' })
  assert.equal(asked.length, 19)
})
