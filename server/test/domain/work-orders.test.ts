/** Work orders: what a work order requires, what it shows, how its status changes, and how work orders are listed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lease, on, property, resident, store, unit } from '../records.ts'
import { type Organization, prepare, type Reply, useOrganization, useWorld } from '../world.ts'

const world = useWorld()
const org = useOrganization(world)
const home = prepare(() => storeHome(org))

/** A property with two units, a resident in the first, and another resident who is on a canceled lease. */
async function storeHome(organization: Organization) {
  const maple = property()
  const [first, second] = [unit(maple), unit(maple)]
  const [current, canceled] = [lease(first), lease(second, { stage: 'CANCELLED' })]
  const [dana, lee] = [resident(), resident()]
  await store(organization, {
    properties: [maple],
    units: [first, second],
    leases: [current, canceled],
    residents: [dana, lee],
    leaseResidents: [on(current, dana), on(canceled, lee)],
  })
  return { maple, first, second, current, dana, lee }
}

const send = (method: string, path: string, body: object, { key } = org): Promise<Reply> =>
  world.call(path, { key, method, body: JSON.stringify(body) })
const create = (body: object, organization = org) => send('POST', '/work-orders', body, organization)
const update = (id: unknown, body: object) => send('PATCH', `/work-orders/${id}`, body)
const read = async (path: string, { key } = org): Promise<Reply> => world.call(path, { key })

async function created(body: object, organization = org): Promise<Reply['body']> {
  const reply = await create(body, organization)
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}

function assertNames(reply: Reply, path: string, message: RegExp): void {
  assert.equal(reply.status, 400, reply.text)
  assert.deepEqual(
    reply.body.details.map(detail => detail.path),
    [path],
  )
  assert.match(reply.body.details[0]?.message as string, message)
}

test('a work order needs only a title and a property; other fields have defaults', async () => {
  const organization = await world.organization()
  const { maple } = await storeHome(organization)
  const shown = await created({ title: 'Gutters are full', property_id: maple.id }, organization)
  const { work_order_id, created_at, updated_at, ...rest } = shown
  assert.match(String(work_order_id), /^wo_[0-9a-z]{26}$/)
  assert.equal(created_at, updated_at)
  assert.deepEqual(rest, {
    ...{
      number: 1,
      title: 'Gutters are full',
      description: null,
      status: 'NEW',
      priority: 'NORMAL',
      category: 'OTHER',
    },
    ...{ source: 'API', property_id: maple.id, unit_id: null, resident_id: null, vendor_name: null },
    ...{ entry_permission: 'CALL_FIRST', entry_notes: null, has_pets: null, due_date: null, scheduled_start: null },
    ...{ scheduled_end: null, completed_at: null, cost_cents: null, external_id: null },
  })
  assert.deepEqual((await read(`/work-orders/${work_order_id}`, organization)).body, shown)
})

test('everything given is stored, with words in any case and instants in any offset', async () => {
  const given = {
    ...{ title: 'Tap leaks', description: 'Drips.', category: 'PLUMBING', source: 'RESIDENT', unit_id: home.first.id },
    ...{
      resident_id: home.dana.id,
      vendor_name: 'Reliable',
      entry_permission: 'YES',
      entry_notes: 'Key at the office',
    },
    ...{ has_pets: false, due_date: '2026-03-20', scheduled_end: '2026-03-18T16:00:00.000Z', cost_cents: 0 },
  }
  const shown = await created({
    ...given,
    category: 'plumbing',
    priority: 'urgent',
    scheduled_start: '2026-03-18T09:00:00-05:00',
  })
  const kept = Object.fromEntries(Object.keys(given).map(name => [name, shown[name]]))
  assert.deepEqual(kept, given)
  assert.deepEqual(
    [shown.property_id, shown.priority, shown.scheduled_start],
    [home.maple.id, 'EMERGENCY', '2026-03-18T14:00:00.000Z'],
  )
})

test('a work order without a title is named by the first 80 characters of its description, in one line', async () => {
  const description = `Tap\r\n\r\ndrips\n${'🏠'.repeat(69)}éx`
  const shown = await created({ description, property_id: home.maple.id })
  assert.equal(shown.title, `Tap drips ${'🏠'.repeat(69)}é`)
  assert.equal(shown.description, description)
})

test('a new work order emits an event with the full record, and a refused one emits none', async () => {
  const organization = await world.organization()
  const { maple } = await storeHome(organization)
  const shown = await created({ title: 'Tap leaks', property_id: maple.id }, organization)
  await create({ title: 'Tap leaks', property_id: 'prop_nobody' }, organization)
  await send('PATCH', `/work-orders/${shown.work_order_id}`, { title: 'Tap drips' }, organization)
  const events = await world.sql('select type, data, occurred_at from events where organization_id = $1', [
    organization.id,
  ])
  const occurred_at = new Date(world.clock.now()).toISOString()
  assert.deepEqual(events, [{ type: 'ticket.created', data: { work_order: shown }, occurred_at }])
})

test('numbers count from 1 in each organization, without gaps, even for concurrent calls, some of which fail', async () => {
  const organization = await world.organization()
  const { maple } = await storeHome(organization)
  const calls = Array.from({ length: 30 }, (_, index) =>
    create({ title: 'Tap leaks', property_id: index % 3 === 2 ? 'prop_nobody' : maple.id }, organization),
  )
  const numbers = (await Promise.all(calls))
    .filter(({ status }) => status === 201)
    .map(({ body }) => Number(body.number))
  assert.deepEqual(
    numbers.sort((a, b) => a - b),
    Array.from({ length: 20 }, (_, index) => index + 1),
  )
})

test('the property, unit and resident must exist and belong together, and the field that does not is named', async () => {
  const elsewhere = await storeHome(org)
  const stranger = await storeHome(await world.organization())
  const title = 'Tap leaks'
  for (const id of ['nonsense', stranger.maple.id]) {
    assertNames(await create({ title, property_id: id }), 'property_id', /is not a property of this organization/)
  }
  for (const id of ['nonsense', stranger.first.id]) {
    assertNames(await create({ title, unit_id: id }), 'unit_id', /is not a unit of this organization/)
    assertNames(
      await create({ title, property_id: home.maple.id, unit_id: id }),
      'unit_id',
      /is not a unit of this organization/,
    )
  }
  assertNames(
    await create({ title, property_id: home.maple.id, unit_id: elsewhere.first.id }),
    'unit_id',
    /not a unit of that property/,
  )
  for (const id of ['nonsense', stranger.dana.id]) {
    assertNames(
      await create({ title, property_id: home.maple.id, resident_id: id }),
      'resident_id',
      /is not a resident of this organization/,
    )
  }
  const [maple, first, second] = [
    { property_id: home.maple.id },
    { unit_id: home.first.id },
    { unit_id: home.second.id },
  ]
  assertNames(await create({ title, ...second, resident_id: home.dana.id }), 'resident_id', /on a lease of that unit/)
  assertNames(
    await create({ title, ...maple, resident_id: elsewhere.dana.id }),
    'resident_id',
    /not on a lease of that property/,
  )
  assertNames(await create({ title, ...second, resident_id: home.lee.id }), 'resident_id', /on a lease of that unit/)
  for (const place of [maple, first]) await created({ title, ...place, resident_id: home.dana.id })
})

test('former and future residents of the unit can be named too', async () => {
  const former = lease(home.second, { start_date: '2023-01-01', end_date: null, move_out_date: '2023-12-31' })
  const future = lease(home.second, { start_date: '2026-06-01', end_date: null, move_in_date: null })
  const [was, willBe] = [resident(), resident()]
  const leaseResidents = [on(former, was), on(future, willBe)]
  await store(org, { leases: [former, future], residents: [was, willBe], leaseResidents })
  for (const person of [was, willBe]) {
    await created({ title: 'Tap leaks', unit_id: home.second.id, resident_id: person.id })
  }
})

test('an end requires a start that is not after it, both at creation and in an update', async () => {
  const place = { title: 'Tap leaks', property_id: home.maple.id }
  const [early, late] = ['2026-03-18T14:00:00Z', '2026-03-18T16:00:00Z']
  assertNames(await create({ ...place, scheduled_end: late }), 'scheduled_end', /unless scheduled_start/)
  const tooEarly = new RegExp(`before scheduled_start, ${late.slice(0, -1)}`)
  assertNames(await create({ ...place, scheduled_start: late, scheduled_end: early }), 'scheduled_end', tooEarly)
  const { work_order_id: id } = await created({ ...place, scheduled_start: early, scheduled_end: early })
  assertNames(await update(id, { scheduled_start: late, scheduled_end: early }), 'scheduled_end', tooEarly)
  const stored = /scheduled_end(, which)? is 2026-03-18T14:00:00.000Z/
  assertNames(await update(id, { scheduled_start: late }), 'scheduled_start', stored)
  assertNames(await update(id, { scheduled_start: null }), 'scheduled_start', stored)
  assert.equal((await update(id, { scheduled_start: null, scheduled_end: null })).status, 200)
})

const STATUSES = ['NEW', 'SCHEDULED', 'IN_PROGRESS', 'ON_HOLD', 'COMPLETED', 'CANCELLED']
/** One row per status, and one column per new status, in the same order. */
const MOVES = {
  NEW: [1, 1, 1, 1, 1, 1],
  SCHEDULED: [1, 1, 1, 1, 1, 1],
  IN_PROGRESS: [0, 1, 1, 1, 1, 1],
  ON_HOLD: [0, 1, 1, 1, 1, 1],
  COMPLETED: [0, 0, 1, 0, 1, 0],
  CANCELLED: [1, 0, 0, 0, 0, 1],
}

for (const [from, columns] of Object.entries(MOVES)) {
  for (const [index, isAllowed] of columns.entries()) {
    const to = STATUSES[index] as string
    test(`a work order that is ${from} ${isAllowed ? 'can' : 'cannot'} become ${to}`, async () => {
      const before = await created({ title: 'Tap leaks', property_id: home.maple.id, status: from })
      assert.equal(before.completed_at, from === 'COMPLETED' ? before.created_at : null)
      const reply = await update(before.work_order_id, { status: to, cost_cents: 5 })
      const { body: now } = await read(`/work-orders/${before.work_order_id}`)
      if (isAllowed) {
        assert.equal(reply.status, 200, reply.text)
        const completed_at = to !== 'COMPLETED' ? null : from === to ? before.completed_at : reply.body.updated_at
        assert.deepEqual(now, { ...before, status: to, cost_cents: 5, completed_at, updated_at: reply.body.updated_at })
      } else {
        assert.deepEqual([reply.status, reply.body.error], [409, 'conflict'])
        assert.match(String(reply.body.message), new RegExp(`is ${from} cannot become ${to}; it can become `))
        assert.deepEqual(now, before)
      }
    })
  }
}

test('a work order that becomes COMPLETED emits ticket.completed each time, in whatever way it does', async () => {
  const told = async (id: unknown) => {
    const rows = await world.sql<{ type: string }>(
      `select type from events where organization_id = $1 and data -> 'work_order' ->> 'work_order_id' = $2 order by id`,
      [org.id, id],
    )
    return rows.map(({ type }) => type)
  }
  const { work_order_id: done } = await created({ title: 'Done', property_id: home.maple.id, status: 'COMPLETED' })
  assert.deepEqual(await told(done), ['ticket.created', 'ticket.completed'])
  const { work_order_id: id } = await created({ title: 'Tap leaks', property_id: home.maple.id })
  for (const status of ['COMPLETED', 'COMPLETED', 'IN_PROGRESS', 'COMPLETED']) await update(id, { status })
  assert.deepEqual(await told(id), ['ticket.created', 'ticket.completed', 'ticket.completed'])
})

test('an update changes the fields it names, null clears a field, and nothing else changes', async () => {
  const before = await created({ title: 'Tap leaks', description: 'Drips.', unit_id: home.first.id, has_pets: true })
  const reply = await update(before.work_order_id, { priority: 'medium', description: null, vendor_name: 'Reliable' })
  assert.equal(reply.status, 200, reply.text)
  const { updated_at } = reply.body
  assert.ok(String(updated_at) >= String(before.updated_at))
  assert.deepEqual(reply.body, { ...before, description: null, vendor_name: 'Reliable', updated_at })
  assert.deepEqual((await update(before.work_order_id, {})).body, reply.body)
})

test('an update cannot change the property, unit, resident, number or source', async () => {
  const { work_order_id: id } = await created({ title: 'Tap leaks', property_id: home.maple.id })
  for (const field of [
    'property_id',
    'unit_id',
    'resident_id',
    'number',
    'source',
    'completed_at',
    'organization_id',
  ]) {
    assertNames(await update(id, { [field]: 'x' }), field, /is not known/)
  }
})

test('each filter finds what it names, and so do all of them together', async () => {
  const organization = await world.organization()
  const { maple, first } = await storeHome(organization)
  const other = await storeHome(organization)
  const [urgent, leak, done] = [
    await created({ title: 'Gas', unit_id: first.id, priority: 'EMERGENCY', category: 'HVAC' }, organization),
    await created({ title: 'Leak', property_id: maple.id, category: 'PLUMBING' }, organization),
    await created({ title: 'Done', unit_id: other.first.id, status: 'COMPLETED' }, organization),
  ]
  const find = async (query: Record<string, string>) => {
    const { status, body } = await read(`/work-orders?${new URLSearchParams(query)}`, organization)
    assert.equal(status, 200)
    return body.data.map(({ title }) => title)
  }
  assert.deepEqual(await find({}), ['Done', 'Leak', 'Gas'])
  assert.deepEqual(await find({ status: 'completed' }), ['Done'])
  assert.deepEqual(await find({ priority: 'Urgent' }), ['Gas'])
  assert.deepEqual(await find({ priority: 'MEDIUM' }), ['Done', 'Leak'])
  assert.deepEqual(await find({ category: 'PLUMBING' }), ['Leak'])
  assert.deepEqual(await find({ property_id: maple.id }), ['Leak', 'Gas'])
  assert.deepEqual(await find({ unit_id: first.id }), ['Gas'])
  const all = { status: 'NEW', priority: 'EMERGENCY', category: 'HVAC', property_id: maple.id, unit_id: first.id }
  assert.deepEqual(await find({ ...all, updated_since: String(urgent.updated_at) }), ['Gas'])
  assert.deepEqual(await find({ ...all, status: 'ON_HOLD' }), [])

  const since = new Date(Date.parse(String(done.updated_at)) + 1).toISOString()
  assert.deepEqual(await find({ updated_since: since }), [])
  await send('PATCH', `/work-orders/${leak.work_order_id}`, { status: 'SCHEDULED' }, organization)
  assert.deepEqual(await find({ updated_since: since }), ['Leak'])
})
