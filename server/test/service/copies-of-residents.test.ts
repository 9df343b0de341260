/** A copy has the residents of a lease as they are: those who join it or leave it on a day, without anybody writing anything, and those whose role changes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '#server/base/instants.ts'
import { recordCalendarChanges } from '#server/domain/changes/calendar.ts'
import { calls } from '../calls.ts'
import { changesOf } from '../changes-of.ts'
import { lease, on, property, resident, store, unit } from '../records.ts'
import { useWorld } from '../world.ts'

const world = useWorld({ own: true })

type Change = { type: string; id: string; record: Record<string, unknown> }
type Named = { name: string; role: string }

/** A lease of Dana, which Lee joins on March 18 and Max leaves on March 20; today is March 15. */
async function openCopy() {
  const org = await world.organization()
  const home = property()
  const flat = unit(home)
  const held = lease(flat)
  const [dana, lee, max] = ['Dana', 'Lee', 'Max'].map(first_name => resident({ first_name })) as [
    ReturnType<typeof resident>,
    ReturnType<typeof resident>,
    ReturnType<typeof resident>,
  ]
  const leaseResidents = [
    on(held, dana),
    { ...on(held, lee, 'CO_TENANT'), from_day: '2026-03-18' },
    { ...on(held, max, 'OCCUPANT'), to_day: '2026-03-20' },
  ]
  await store(org, { properties: [home], units: [flat], leases: [held], residents: [dana, lee, max], leaseResidents })
  await recordCalendarChanges(world.pools, world.clock.now())
  let cursor = JSON.parse((await world.call('/export', { key: org.key })).text.split('\n')[0]!).cursor as string
  return {
    ...{ org, held, dana, lee, max },
    /** What has changed since the last look: the residents of each lease, and the status of each resident. */
    async changes() {
      const body = await changesOf(world, org, `after=${cursor}`)
      cursor = body.next_cursor as string
      const data = body.data as Change[]
      return Object.fromEntries(
        data.flatMap(({ type, id, record }): [string, unknown][] => {
          if (type === 'resident') return [[id, record.status]]
          if (type !== 'lease') return []
          return [[id, (record.residents as Named[]).map(({ name, role }) => `${name.split(' ')[0]} ${role}`)]]
        }),
      )
    },
  }
}

const pass = async (days: number) => {
  world.clock.advance(days * DAY_MS)
  await recordCalendarChanges(world.pools, world.clock.now())
}

test('the first day of a resident, and the day after the last one, change the lease and its residents', async () => {
  const { changes, held, dana, lee, max } = await openCopy()
  await pass(2)
  assert.deepEqual(await changes(), {}, 'March 17')
  await pass(1)
  const all = ['Dana PRIMARY', 'Lee CO_TENANT', 'Max OCCUPANT']
  assert.deepEqual(
    await changes(),
    { [held.id]: all, [dana.id]: 'CURRENT', [lee.id]: 'CURRENT', [max.id]: 'CURRENT' },
    'March 18',
  )
  await pass(2)
  assert.deepEqual(await changes(), {}, 'March 20')
  await pass(1)
  const stay = ['Dana PRIMARY', 'Lee CO_TENANT']
  assert.deepEqual(
    await changes(),
    { [held.id]: stay, [dana.id]: 'CURRENT', [lee.id]: 'CURRENT', [max.id]: 'PAST' },
    'March 21',
  )
  world.clock.advance(-6 * DAY_MS)
})

test('days that passed while the service was down are recorded at once', async () => {
  const { changes, held, dana, lee, max } = await openCopy()
  await pass(30)
  assert.deepEqual(await changes(), {
    ...{ [held.id]: ['Dana PRIMARY', 'Lee CO_TENANT'], [dana.id]: 'CURRENT', [lee.id]: 'CURRENT', [max.id]: 'PAST' },
  })
  world.clock.advance(-30 * DAY_MS)
})

test('a change of days or of a role changes the lease and its residents', async () => {
  const { org, changes, held, dana, lee, max } = await openCopy()
  const change = (resident_id: string, fields: Record<string, string | null>) =>
    org.within(context => calls.changeLeaseResident(context, { lease_id: held.id, resident_id, ...fields }))
  await change(max.id, { role: 'CO_TENANT' })
  const roles = ['Dana PRIMARY', 'Lee CO_TENANT', 'Max CO_TENANT']
  const all = { [dana.id]: 'CURRENT', [lee.id]: 'FUTURE', [max.id]: 'CURRENT' }
  assert.deepEqual(await changes(), { [held.id]: roles, ...all })
  await change(max.id, { to: '2026-03-10' })
  assert.deepEqual(await changes(), { [held.id]: roles.slice(0, 2), ...all, [max.id]: 'PAST' })
})
