/** Work orders of a file are created, and updated by a later one. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { lease, on, property, resident, store, unit } from '../records.ts'
import { type Organization, useWorld } from '../world.ts'
import { everyRow, fileOf, importFile, importWorkOrders } from './imported.ts'

const DOCS = join(import.meta.dirname, '../../../docs')
/** Work orders as AppFolio exports them. */
const HEADER =
  'Property,Priority,Work Order Type,Work Order Number,Job Description,Status,Vendor,Unit,Primary Resident,Created At,Scheduled Start,Scheduled End,Completed On,Amount\n'

const world = useWorld()
/** Ann Elm lives in unit 101 of Maple Court; Oak Court is another property. */
async function maple() {
  const organization = await world.organization()
  const [court, oak] = [property(), property({ name: 'Oak Court', address_line: '1 Oak St' })]
  const [home, another, oaks] = [
    unit(court, { label: '101' }),
    unit(court, { label: '102' }),
    unit(oak, { label: '101' }),
  ]
  const ann = resident({ first_name: 'Ann', last_name: 'Elm' })
  const lives = lease(home)
  await store(organization, {
    properties: [court, oak],
    units: [home, another, oaks, unit(oak)],
    leases: [lives],
    residents: [ann],
    leaseResidents: [on(lives, ann)],
  })
  return { organization, court, oak, home, ann }
}

const rows = (...lines: string[]) => fileOf(`${HEADER}${lines.map(line => `${line}\n`).join('')}`)

async function listed({ key }: Organization) {
  const { body } = await world.call('/work-orders?limit=100', { key })
  return body.data
}

test('a row becomes a work order for its place and resident, with its own times', async () => {
  const { organization, court, home, ann } = await maple()
  const outcome = await importWorkOrders(
    organization,
    rows(
      '"Maple Court - 120 Maple Ave Columbus, OH 43215",Urgent,Resident,1042-1,"Toilet runs\nall night",Scheduled,Reliable Plumbing LLC,101,Ann Elm,2/27/2026 9:14 AM,3/4/2026 1:00 PM,3/4/2026 3:00 PM,,',
    ),
  )
  assert.deepEqual(
    [outcome.written, outcome.created, outcome.problems.first, outcome.reported.first],
    [true, 1, [], []],
  )
  const [{ work_order_id, updated_at, ...order } = {}] = await listed(organization)
  assert.deepEqual(order, {
    number: 1,
    title: 'Toilet runs all night',
    description: 'Toilet runs\nall night',
    status: 'SCHEDULED',
    priority: 'EMERGENCY',
    category: 'OTHER',
    source: 'RESIDENT',
    property_id: court.id,
    unit_id: home.id,
    resident_id: ann.id,
    vendor_name: 'Reliable Plumbing LLC',
    entry_permission: 'CALL_FIRST',
    entry_notes: null,
    has_pets: null,
    due_date: null,
    // Chicago is on standard time until March 8.
    scheduled_start: '2026-03-04T19:00:00.000Z',
    scheduled_end: '2026-03-04T21:00:00.000Z',
    completed_at: null,
    cost_cents: null,
    external_id: '1042-1',
    created_at: '2026-02-27T15:14:00.000Z',
  })
})

test('statuses, priorities and kinds of other systems are converted to ours', async () => {
  const { organization } = await maple()
  const STATUSES = [
    ['New', 'NEW'],
    ['Assigned', 'IN_PROGRESS'],
    ['Estimate Requested', 'IN_PROGRESS'],
    ['Estimated', 'IN_PROGRESS'],
    ['Scheduled', 'SCHEDULED'],
    ['Waiting', 'ON_HOLD'],
    ['Work Done', 'COMPLETED'],
    ['Complete', 'COMPLETED'],
    ['Ready to Bill', 'COMPLETED'],
    ['Completed', 'COMPLETED'],
    ['Completed No Need To Bill', 'COMPLETED'],
    ['Canceled', 'CANCELLED'],
  ] as const
  const PRIORITIES = [
    ['Emergency', 'EMERGENCY'],
    ['Urgent', 'EMERGENCY'],
    ['High', 'HIGH'],
    ['Normal', 'NORMAL'],
    ['Low', 'LOW'],
    ['', 'NORMAL'],
  ] as const
  const TYPES = [
    ['Resident', 'RESIDENT', 'OTHER'],
    ['Internal', 'STAFF', 'OTHER'],
    ['Unit Turn', 'STAFF', 'UNIT_TURN'],
    ['Plumbing', 'IMPORT', 'PLUMBING'],
    ['', 'IMPORT', 'OTHER'],
  ] as const
  const lines = STATUSES.map(([status], index) => {
    const [priority] = PRIORITIES[index % PRIORITIES.length] as (typeof PRIORITIES)[number]
    const [type] = TYPES[index % TYPES.length] as (typeof TYPES)[number]
    const completed = /Work Done|Bill|Completed/.test(status) ? '3/1/2026' : ''
    return `Maple Court,${priority},${type},${index},Work,${status},,,,2/1/2026,,,${completed},`
  })
  assert.ok((await importWorkOrders(organization, rows(...lines))).written)
  const orders = new Map((await listed(organization)).map(order => [order.external_id, order]))
  STATUSES.forEach(([text, status], index) => {
    const [, priority] = PRIORITIES[index % PRIORITIES.length] as (typeof PRIORITIES)[number]
    const [, source, category] = TYPES[index % TYPES.length] as (typeof TYPES)[number]
    assert.partialDeepStrictEqual(orders.get(String(index)), { status, priority, source, category }, text)
  })
})

test('a later file updates what it states differently, and nothing else', async () => {
  const { organization } = await maple()
  const open = 'Maple Court,Normal,Internal,7,Gutters are full,New,Clear Gutters Inc,,,2/12/2026,,,,'
  await importWorkOrders(organization, rows(open, open.replace(',7,', ',8,')))
  const [kept] = await listed(organization)
  const done = 'Maple Court,,,7,Gutters are full,Completed,,,,,,,2/20/2026,185.00'
  const outcome = await importWorkOrders(organization, rows(done, open.replace(',7,', ',8,')))
  assert.deepEqual([outcome.created, outcome.updated, outcome.unchanged], [0, 1, 1])
  const orders = new Map((await listed(organization)).map(order => [order.external_id, order]))
  assert.partialDeepStrictEqual(orders.get('7'), {
    number: 1,
    status: 'COMPLETED',
    completed_at: '2026-02-20T06:00:00.000Z',
    cost_cents: 18_500,
    vendor_name: 'Clear Gutters Inc',
    source: 'STAFF',
    created_at: '2026-02-12T06:00:00.000Z',
  })
  assert.deepEqual(orders.get('8'), kept)
  const before = await everyRow(world, organization)
  assert.equal((await importWorkOrders(organization, rows(done))).unchanged, 1)
  assert.deepEqual(await everyRow(world, organization), before)
})

test('one number in two properties is two work orders, in whatever order the files have them', async () => {
  const { organization } = await maple()
  const [one, other] = ['Maple Court,,,7,Roof,New,,,,,,,,', 'Oak Court,,,7,Lift,New,,,,,,,,']
  assert.equal((await importWorkOrders(organization, rows(one, other))).created, 2)
  assert.equal((await importWorkOrders(organization, rows(other, one))).unchanged, 2)
  assert.equal((await importWorkOrders(organization, rows(other.replace('Lift', 'Elevator')))).updated, 1)
  const titles = (await listed(organization)).map(({ title }) => title)
  assert.deepEqual(titles.toSorted(), ['Elevator', 'Roof'])
  const twice = await importWorkOrders(organization, rows(one, one))
  assert.deepEqual(
    twice.problems.first.map(({ line, column, reason }) => [line, column, reason]),
    [[3, 'Work Order Number', 'The same work order is on line 2. Remove one, or correct its number.']],
  )
})

test('the newest work order has the highest number, wherever it is in the file', async () => {
  const { organization } = await maple()
  await importWorkOrders(
    organization,
    rows(
      'Maple Court,,,9,Third,New,,,,3/3/2026,,,,',
      'Maple Court,,,8,First,New,,,,3/1/2026 8:00 AM,,,,',
      'Maple Court,,,7,Second,New,,,,3/1/2026 2:00 PM,,,,',
    ),
  )
  const numbers = (await listed(organization)).map(({ number, title }) => [number, title])
  assert.deepEqual(numbers, [
    [3, 'Third'],
    [2, 'Second'],
    [1, 'First'],
  ])
})

test('contradictions are reported, and either the row or only the value is rejected', async () => {
  const { organization } = await maple()
  const outcome = await importWorkOrders(
    organization,
    rows(
      'Elm Court,,,1,Roof,New,,,,,,,,',
      'Maple Court,,,,Roof,New,,,,,,,,',
      'Maple Court,,,3,,New,,,,,,,,',
      'Maple Court,,,4,Roof,Half done,,,,,,,,',
      'Maple Court,Soon,,5,Roof,New,,999,,3/20/2026,3/4/2026,3/3/2026,3/1/2026,-5',
      'Maple Court,,,6,Roof,Completed,,101,Zoe Ash,,,3/3/2026,,12.5.0',
    ),
    { skipBadRows: true },
  )
  assert.ok(outcome.written)
  const told = outcome.problems.first.map(({ line, column, leftOut }) => `${line} ${column} ${leftOut}`)
  assert.deepEqual(told.sort(), [
    '2 Property row',
    '3 Work Order Number row',
    '4 Job Description row',
    '5 Status row',
    '6 Amount value',
    '6 Completed On value',
    '6 Created At value',
    '6 Priority value',
    '6 Scheduled End value',
    '6 Unit value',
    '7 Amount value',
    '7 Scheduled End value',
  ])
  assert.deepEqual(
    outcome.reported.first.map(({ line, message }) => [line, message]),
    [
      [7, 'Zoe Ash is not on any lease of the unit, so the work order is imported without the resident.'],
      [
        7,
        'The file does not state when the work was completed, so 2026-03-15 is used. Correct the date in Gatehouse if it is wrong.',
      ],
    ],
  )
  const orders = new Map((await listed(organization)).map(order => [order.external_id, order]))
  assert.partialDeepStrictEqual(orders.get('5'), { unit_id: null, status: 'NEW', completed_at: null, cost_cents: null })
  assert.equal(orders.get('6')?.completed_at, '2026-03-15T12:00:00.000Z')
})

test('a file with a bad row writes nothing, and a good one sends no event', async () => {
  const { organization } = await maple()
  const before = await everyRow(world, organization)
  const outcome = await importWorkOrders(
    organization,
    rows('Maple Court,,,1,Roof,New,,,,,,,,', 'Elm Court,,,2,Roof,New,,,,,,,,'),
  )
  assert.deepEqual([outcome.written, outcome.rowsLeftOut], [false, 1])
  assert.deepEqual(await everyRow(world, organization), before)
  await importWorkOrders(organization, rows('Maple Court,,,1,Roof,New,,,,,,,,'))
  assert.deepEqual(await world.sql('select id from events where organization_id = $1', [organization.id]), [])
  const [entry] = await world.sql(
    `select after from administrative_log where organization_id = $1 and action = 'import.work_orders'`,
    [organization.id],
  )
  assert.partialDeepStrictEqual(entry, { after: { rows: 1, created: 1 } })
})

test('the work orders template can be imported after the rent roll template', async () => {
  const organization = await world.organization()
  await importFile(world, organization, join(DOCS, 'import-template.csv'), { asOf: '2026-03-01' })
  const outcome = await importWorkOrders(organization, join(DOCS, 'import-work-orders-template.csv'))
  assert.deepEqual(
    [outcome.written, outcome.created, outcome.problems.first, outcome.reported.first],
    [true, 3, [], []],
  )
  const orders = await listed(organization)
  assert.deepEqual(
    orders.map(order => [order.title, order.category, order.unit_id !== null, order.resident_id !== null]),
    [
      ['Smoke detector chirps', 'SAFETY', true, true],
      ['Kitchen faucet leaks', 'PLUMBING', true, true],
      ['Gutters are full', 'OTHER', false, false],
    ],
  )
})

test('the words of other systems for work orders are read, and the kind of work is the title of a list without one', async () => {
  const organization = await world.organization()
  await importFile(
    world,
    organization,
    fileOf(`Property,Unit,Status,Tenant,Rent\n"Oak - 1 Oak St Akron, OH 44301",1,Current,Ann Elm,900\n`),
  )
  const files = [
    'Task ID,Subject,Property,Unit,Category,Priority,Status,Assigned To,Date Created,Description\n1042,Leaky faucet,Oak,1,Plumbing,Critical,Resolved,Al Poe,1/2/2026,Kitchen\n',
    'WO #,Property,Unit,Issue,Tech,Opened,Closed,Status\n7,Oak,1,Broken window,Bo Fir,1/3/2026,1/5/2026,Closed\n',
    'WO #,Property,Unit,Issue,Reported Date,Scheduled For,Resolved Date,Status\n8,Oak,1,Stuck door,1/4/2026,1/5/2026,1/6/2026,Closed\n',
  ]
  for (const file of files) {
    const { written, problems, reported, ignoredColumns } = await importWorkOrders(organization, fileOf(file))
    assert.equal(written, true, JSON.stringify([problems.first, reported.first]))
    assert.deepEqual(ignoredColumns, [])
  }
  const stored = await world.sql(
    `select title, status, priority, vendor_name, case when title <> 'Leaky faucet' then completed_at::date::text end as completed from work_orders where organization_id = $1 order by title`,
    [organization.id],
  )
  assert.deepEqual(stored, [
    { title: 'Broken window', status: 'COMPLETED', priority: 'NORMAL', vendor_name: 'Bo Fir', completed: '2026-01-05' },
    {
      title: 'Leaky faucet',
      status: 'COMPLETED',
      priority: 'EMERGENCY',
      vendor_name: 'Al Poe',
      completed: null,
    },
    { title: 'Stuck door', status: 'COMPLETED', priority: 'NORMAL', vendor_name: null, completed: '2026-01-06' },
  ])
})
