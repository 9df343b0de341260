/** The lists of the console: their totals, their order, their pages, and what each filter and search finds. */
import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { newId } from '#server/base/ids.ts'
import { saveCaptured } from '#server/domain/messages/operations.ts'
import { calls } from '../calls.ts'
import { assertNames } from '../contract/promises.ts'
import { lease, on, owner, portfolio, property, rate, resident, store, unit } from '../records.ts'
import { prepare, START, useWorld } from '../world.ts'
import { type Office, openOffice, walk } from './office.ts'

const { createLead } = calls

const world = useWorld({ own: true })
const office = prepare(() => openOffice(world))
before(async () => {
  const other = await world.organization()
  for (const org of [office.org, other]) await fill(org)
})
// A member may make 600 calls per minute.
beforeEach(() => world.clock.advance(61_000))

const maple = property({ name: 'Maple Court' })
const oak = property({ name: 'Oak 100% Flats', address_line: '9 Fern Rd' })
const small = unit(maple, { label: 'a1', is_listed: true })
const retired = unit(maple, { label: 'b2', in_service_to: '2026-01-31' })
type Unit = ReturnType<typeof unit>
const units = ['10', '2', '30', '31', '9'].map(label => unit(oak, { label }))
const [u10, u2, u30, u31, u9] = units as [Unit, Unit, Unit, Unit, Unit]
type Person = ReturnType<typeof resident>
const [ann, bo, cy, di, eve] = [
  ['Ann', 'Élan'],
  ['Bo', 'Fir'],
  ['Cy', 'fir'],
  ['Di', 'Oak'],
  ['Eve', 'Zed'],
].map(([firstName = '', lastName = '']) =>
  resident({ first_name: firstName, last_name: lastName, email: `${firstName}.x@example.com`.toLowerCase() }),
) as [Person, Person, Person, Person, Person]
const active = lease(u10)
const notice = lease(u2, { start_date: '2025-10-01', notice_given_on: '2026-03-01', move_out_date: '2026-05-31' })
const ended = lease(u30, { start_date: '2024-01-01', end_date: '2024-12-31', move_out_date: '2024-12-31' })
const future = lease(u31, { start_date: '2026-05-01', end_date: '2027-04-30', move_in_date: null })
const draft = lease(u9, { stage: 'DRAFT', signed_at: null, start_date: '2026-04-01', move_in_date: null })

let filled = 0
async function fill(org: Office['org']) {
  const renamed = (id: string) => (filled === 0 ? id : `${id.slice(0, -4)}zzzz`)
  // Copies of the rows in another organization, so that a list that is not restricted to its organization shows twice
  // as many.
  const as = <Row extends object>(rows: Row[]): Row[] =>
    rows.map(row =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          typeof value === 'string' && /^id$|_id$/.test(name) ? renamed(value) : value,
        ]),
      ),
    ) as Row[]
  await store(org, {
    owners: as(['whitfield', 'Acme', 'Zeta'].map(owner)),
    portfolios: as(['ohio', 'Alabama', 'Texas'].map(portfolio)),
    properties: as([maple, oak]),
    units: as([small, retired, ...units]),
    rates: as([small, u10].map(each => rate(each))),
    leases: as([active, notice, ended, future, draft]),
    residents: as([ann, bo, cy, di, eve]),
    leaseResidents: as([
      ...[on(active, ann), on(active, bo, 'CO_TENANT'), on(notice, bo), on(ended, cy), on(future, di)],
      on(future, ann, 'CO_TENANT'),
      on(draft, eve),
    ]),
  })
  await org.within(async context => {
    for (const [index, last_name] of ['Ash', 'Birch', 'Cedar', 'Dogwood'].entries()) {
      const given = { last_name, source: 'Website', phone: `+1614555020${index}` }
      await createLead({ ...context, now: START + index }, { ...given, property_id: renamed(maple.id) })
    }
    const written = (index: number, residentId: string, channel: 'EMAIL' | 'SMS') => ({
      ...{ id: newId('message', START + index), residentId: renamed(residentId), channel, recipient: 'x@example.com' },
      ...{ subject: channel === 'EMAIL' ? 'Water' : null, body: 'Off on Tuesday.' },
      createdAt: new Date(START + index).toISOString(),
    })
    await saveCaptured(
      context,
      [1, 2, 3].map(index => written(index, ann.id, 'EMAIL')),
    )
    await saveCaptured(
      context,
      [4, 5].map(index => written(index, bo.id, 'SMS')),
    )
  })
  filled++
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

test('owners and portfolios are listed by name, with the number of their properties', async () => {
  const owners = await office.rows('/owners')
  assert.deepEqual(
    owners.map(({ name }) => name),
    ['Acme', 'Zeta', 'whitfield'],
  )
  assert.equal((await walk(office, '/owners', 'owner_id')).length, 3)
  assert.deepEqual(
    (await office.rows('/portfolios')).map(({ name }) => name),
    ['Alabama', 'Texas', 'ohio'],
  )
  assert.deepEqual(
    (await office.rows('/portfolios?search=ALAB')).map(({ name }) => name),
    ['Alabama'],
  )
  assert.deepEqual(await office.rows('/owners?search=nobody'), [])
  const id = owners[2]?.owner_id as string
  await office.write('PATCH', `/properties/${maple.id}`, { owner_id: id })
  assert.deepEqual(
    (await office.rows('/owners?search=whit')).map(row => row.property_count),
    [1],
  )
  const renamed = await office.write('PATCH', `/owners/${id}`, { name: 'Whitfield LLC' })
  assert.deepEqual([renamed.name, renamed.property_count], ['Whitfield LLC', 1])
  assert.deepEqual(await office.logged(id), ['owner.update'])
})

test('properties are found by word prefixes of the name and the address', async () => {
  const found = async (search: string) => (await office.rows(`/properties?search=${search}`)).map(({ name }) => name)
  assert.deepEqual(await found('MAPL'), [maple.name])
  assert.deepEqual(await found('PLE'), [])
  assert.deepEqual(await found('9%20fern'), [oak.name])
  assert.deepEqual(await found('nobody'), [])
})

test('units are listed by property and label, in service or not, and found by the names people use for them', async () => {
  const all = [small, retired, u10, u2, u30, u31, u9]
  assert.deepEqual(await walk(office, '/units', 'unit_id'), idsOf(all))
  const find = (query: string) => walk(office, `/units?${query}`, 'unit_id')
  assert.deepEqual(await find(`property_id=${maple.id}`), idsOf([small, retired]))
  assert.deepEqual(await find('is_listed=true'), idsOf([small]))
  assert.deepEqual(await find('is_listed=false&status=VACANT_UNRENTED'), idsOf([u30, u9]))
  assert.deepEqual(await find('status=vacant_rented'), idsOf([u31]))
  assert.deepEqual(await find('status=NOTICE_UNRENTED'), idsOf([u2]))
  assert.deepEqual(await find('status=OFFLINE'), [])
  assert.deepEqual(await find('search=COURT%20A'), idsOf([small]))
  assert.deepEqual(await find('search=3'), idsOf([u30, u31]))
  assert.deepEqual(await find('search=100%25'), idsOf([u10, u2, u30, u31, u9]))
  assert.deepEqual(await find('search=_'), [])
  assert.deepEqual(await find('property_id=nonsense'), [])
  const shown = (await office.rows('/units')).map(row => [row.label, row.status, row.resident_name])
  assert.deepEqual(shown, [
    ['a1', 'VACANT_UNRENTED', null],
    ['b2', null, null],
    ['10', 'CURRENT', 'Ann Élan'],
    ['2', 'NOTICE_UNRENTED', 'Bo Fir'],
    ['30', 'VACANT_UNRENTED', null],
    ['31', 'VACANT_RENTED', null],
    ['9', 'VACANT_UNRENTED', null],
  ])
})

test('leases are listed with the status they have today, latest start first', async () => {
  assert.deepEqual(await walk(office, '/leases', 'lease_id'), idsOf([future, draft, notice, active, ended]))
  const find = (query: string) => walk(office, `/leases?${query}`, 'lease_id')
  assert.deepEqual(await find('status=ACTIVE'), idsOf([notice, active]))
  assert.deepEqual(await find('status=FUTURE'), idsOf([future]))
  assert.deepEqual(await find('status=ENDED'), idsOf([ended]))
  assert.deepEqual(await find('status=DRAFT'), idsOf([draft]))
  assert.deepEqual(await find(`unit_id=${u10.id}`), idsOf([active]))
  assert.deepEqual(await find(`property_id=${maple.id}`), [])
  assert.deepEqual(await find(`resident_id=${bo.id}`), idsOf([notice, active]))
  assert.deepEqual(await find('search=bo%20f'), idsOf([notice, active]))
  assert.deepEqual(await find('search=flats%203'), idsOf([future, ended]))
  assert.deepEqual(await find('search=fir&status=ENDED'), idsOf([ended]))
  const [row] = await office.rows(`/leases?unit_id=${u2.id}`)
  assert.deepEqual([row?.property_name, row?.unit_label, row?.resident_name], ['Oak 100% Flats', '2', 'Bo Fir'])
})

test('residents are listed by name, once each, whether or not they live here', async () => {
  assert.deepEqual(await walk(office, '/all-residents', 'resident_id'), idsOf([bo, di, eve, cy, ann]))
  const find = (query: string) => walk(office, `/all-residents?${query}`, 'resident_id')
  assert.deepEqual(await find('search=FIR'), idsOf([bo, cy]))
  assert.deepEqual(await find('search=eve.x%40'), idsOf([eve]))
  assert.deepEqual(await find('search=nobody'), [])
  const statuses = (await office.rows('/all-residents')).map(row => [row.first_name, row.status])
  assert.deepEqual(statuses, [
    ['Bo', 'NOTICE'],
    ['Di', 'FUTURE'],
    ['Eve', null],
    ['Cy', 'PAST'],
    ['Ann', 'CURRENT'],
  ])
  for (const [name, status] of statuses) {
    const same = await office.rows(`/all-residents?status=${status ?? 'NONE'}`)
    assert.deepEqual(
      same.map(row => row.first_name),
      [name],
      String(status),
    )
  }
  for (const row of await office.rows('/all-residents')) {
    assert.deepEqual(await office.read(`/residents/${row.resident_id}`), row)
  }
})

test('leads are listed newest first, and found by name or number', async () => {
  const names = async (query: string) => (await office.rows(`/leads?${query}`)).map(row => row.last_name)
  assert.deepEqual(await names(''), ['Dogwood', 'Cedar', 'Birch', 'Ash'])
  assert.equal((await walk(office, '/leads', 'lead_id')).length, 4)
  assert.deepEqual(await names('search=6145550202'), ['Cedar'])
  assert.deepEqual(await names('search=DOGW'), ['Dogwood'])
  assert.deepEqual(await names('status=LOST'), [])
  assert.deepEqual(await names(`property_id=${maple.id}&search=ash`), ['Ash'])
  const [lead] = await office.rows('/leads?search=ash')
  assert.deepEqual([lead?.property_name, lead?.unit_label], ['Maple Court', null])
  assert.deepEqual(lead?.next_statuses, ['CONTACTED', 'TOURED', 'APPLIED', 'LEASED', 'LOST'])
})

test('messages are listed newest first, sent and captured, and never show a full address', async () => {
  assert.equal((await walk(office, '/messages', 'message_id')).length, 5)
  const find = (query: string) => walk(office, `/messages?${query}`, 'message_id')
  assert.equal((await find('status=CAPTURED')).length, 5)
  assert.deepEqual(await find('status=SENT'), [])
  assert.equal((await find('channel=SMS')).length, 2)
  assert.equal((await find(`resident_id=${ann.id}&status=CAPTURED`)).length, 3)
  assert.deepEqual(await find('status=FAILED'), [])
  const rows = await office.rows('/messages')
  assert.deepEqual(
    rows.map(row => row.resident_name),
    ['Bo Fir', 'Bo Fir', 'Ann Élan', 'Ann Élan', 'Ann Élan'],
  )
  assert.ok(
    rows.every(row => !('recipient' in row) && row.to_masked === 'x…@example.com'),
    String(rows[0]?.to_masked),
  )
})

test('records are given their names by ID, and those of other organizations are not', async () => {
  const water = await office.write('POST', '/work-orders', { title: 'Tap leaks', unit_id: u10.id })
  const lines = [{ charge_code: 'RENT', description: 'Rent', amount_cents: 100 }]
  const owed = await office.write('POST', '/invoices', { lease_id: active.id, lines })
  const [someone] = await office.rows('/owners?search=acme')
  const [lead] = await office.rows('/leads?search=ash')
  const named: [unknown, string][] = [
    [someone?.owner_id, 'Acme'],
    [maple.id, 'Maple Court'],
    [u10.id, 'Oak 100% Flats · 10'],
    [ann.id, 'Ann Élan'],
    [active.id, 'Ann Élan, Oak 100% Flats · 10'],
    [owed.invoice_id, '#1'],
    [water.work_order_id, '#1 Tap leaks'],
    [lead?.lead_id, 'Ash'],
  ]
  const ids = [...named.map(([id]) => id), ann.id, 'nonsense', `${u10.id.slice(0, -4)}zzzz`]
  const found = await office.rows(`/names?ids=${ids.join(',')}`)
  assert.deepEqual(
    new Set(found.map(({ id, name }) => `${id} ${name}`)),
    new Set(named.map(([id, name]) => `${id} ${name}`)),
  )
  assert.equal(found.length, named.length)
  const many = Array.from({ length: 201 }, (_, index) => `unit_${index}`).join(',')
  assertNames(await office.call('GET', `/names?ids=${many}`), 'ids')
})
