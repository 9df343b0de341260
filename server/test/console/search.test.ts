/** The search for any record of an organization by what a member remembers about it. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { MAX_OF_TYPE } from '#contract/console/search.ts'
import { indexDueRecords } from '#server/domain/search-words/due-words.ts'
import { termsOf } from '#server/domain/search-words/terms.ts'
import type { Context } from '#server/platform/context.ts'
import { createRandom } from '#server/seed/random.ts'
import { calls } from '../calls.ts'
import { invoice, lease, on, property, resident, store, unit } from '../records.ts'
import { repeats } from '../sizes.ts'
import { prepare, useWorld } from '../world.ts'
import { openOffice } from './office.ts'

const world = useWorld()
const office = prepare(() => openOffice(world))
const maple = property({ name: 'Maple Court', address_line: '120 Elm Street', city: 'Columbus' })
const oak = property({ name: 'Oak Hill', address_line: '9 Oak Hill Rd', city: 'Dayton', postal_code: '45402' })
const [home, other] = [unit(maple, { label: '204-B' }), unit(oak, { label: '204' })]
const [term, former] = [
  lease(home),
  lease(other, { start_date: '2024-01-01', end_date: '2024-12-31', move_out_date: '2024-12-31' }),
]
const dana = resident({ email: 'd.whit@example.com' })
const past = resident({ first_name: 'Dana', last_name: 'Abel', email: null, phone: null })
const jose = resident({ first_name: 'José', last_name: 'O’Brien-Núñez', email: null, phone: null })
before(async () => {
  await store(office.org, {
    properties: [maple, oak],
    units: [home, other],
    leases: [term, former],
    residents: [dana, past, jose],
    leaseResidents: [on(term, dana), on(former, past)],
    invoices: [invoice(term)],
  })
  await office.write('POST', '/work-orders', { title: 'Kitchen faucet leaks', property_id: maple.id, unit_id: home.id })
  await office.org.within(context =>
    calls.createLead(context, { first_name: 'Ann', last_name: 'Danaher', source: 'Website', email: 'ann@example.com' }),
  )
})

const ask = (query: string) => office.rows(`/search?query=${encodeURIComponent(query)}`)
const titles = async (query: string) => (await ask(query)).map(({ type, title }) => `${type} ${title}`)

test('a person and their lease are found by the beginning of every word, in any order; current residents come first', async () => {
  const whole = ['RESIDENT Dana Whitfield', 'LEASE Dana Whitfield, Maple Court · 204-B']
  for (const query of ['dana whit', 'WHIT DANA', ' whitfield ']) assert.deepEqual(await titles(query), whole, query)
  assert.deepEqual((await titles('dana')).slice(0, 2), ['RESIDENT Dana Whitfield', 'RESIDENT Dana Abel'])
  assert.ok((await titles('dana')).includes('LEAD Ann Danaher'))
  assert.deepEqual(await titles('itfield'), [])
  assert.deepEqual((await ask('whit'))[0], {
    id: dana.id,
    type: 'RESIDENT',
    title: 'Dana Whitfield',
    detail: 'Maple Court · 204-B',
    status: 'CURRENT',
    amount_cents: null,
  })
})

test('accents, apostrophes and hyphens do not have to be typed', async () => {
  for (const query of ['jose', 'JOSÉ nunez', 'obrien', "o'brien", 'Núñez'])
    assert.deepEqual(await titles(query), ['RESIDENT José O’Brien-Núñez'], query)
})

test('an e-mail address is found as it is typed, and a phone number however it is written or by its last digits', async () => {
  for (const query of ['d.whit@exam', 'D.Whit@example.com', '(614) 555-0134', '+1 614-555-0134', '5550134', '0134'])
    assert.deepEqual((await titles(query))[0], 'RESIDENT Dana Whitfield', query)
  assert.deepEqual(await titles('example'), [])
})

test('a unit is found by its label and its property, and a property by its name and its address', async () => {
  assert.deepEqual(await titles('204b'), ['UNIT Maple Court · 204-B', 'LEASE Dana Whitfield, Maple Court · 204-B'])
  for (const query of ['maple 204', 'Maple Court · 204-B'])
    assert.deepEqual((await titles(query))[0], 'UNIT Maple Court · 204-B', query)
  assert.deepEqual((await titles('maple'))[0], 'PROPERTY Maple Court')
  assert.deepEqual(await titles('elm str'), ['PROPERTY Maple Court'])
  // 204 is the whole label of one, and a word of the other.
  const units = (await ask('204')).filter(({ type }) => type === 'UNIT')
  assert.deepEqual(
    units.map(({ detail, status }) => [detail, status]),
    [
      ['Dana Whitfield', 'CURRENT'],
      [null, 'VACANT_UNRENTED'],
    ],
  )
})

test('an invoice and a work order are found by their numbers', async () => {
  const both = ['INVOICE #1', 'WORK_ORDER #1 Kitchen faucet leaks']
  for (const [query, wanted] of [
    ['1', both],
    ['#1', both],
    ['invoice 1', both.slice(0, 1)],
    ['WO 1', both.slice(1)],
  ] as const) {
    const found = (await titles(query)).filter(title => /^(INV|WORK)/.test(title))
    assert.deepEqual(found, wanted, query)
  }
  assert.deepEqual(await titles('999999999999'), [])
  assert.deepEqual(await titles('--- !'), [])
})

test('invoices, payments and work orders are found by number, resident, unit, property or reference, and every filter narrows the result', async () => {
  const lease_id = term.id
  await office.write('POST', '/payments', { lease_id, amount_cents: 5_000, method: 'CHECK', reference: 'Check 4471' })
  await office.write('POST', '/work-orders', { title: 'Gutter', property_id: oak.id })
  const totals = async (list: string, queries: string[]) =>
    Promise.all(
      queries.map(async query => (await office.read(`/${list}search=${encodeURIComponent(query)}`)).pagination.total),
    )
  assert.deepEqual(
    await totals('invoices?', ['1', '#1', '3', 'whit maple', 'dana 204-b', 'abel', 'maple oak', '!']),
    [1, 1, 0, 1, 1, 0, 0, 0],
  )
  assert.deepEqual(await totals('invoices?status=OPEN&', ['1']), [0])
  assert.deepEqual(await totals(`invoices?status=PARTIALLY_PAID&property_id=${maple.id}&`, ['whit']), [1])
  assert.deepEqual(await totals('payments?', ['Check 44', 'check 44', '4471', 'whitfield', 'oak']), [1, 1, 0, 1, 0])
  assert.deepEqual(
    await totals('work-orders?', ['1', 'WO 2', 'kitchen', '204', 'dayton gutt', 'maple kitchen', 'gutter maple']),
    [1, 1, 1, 1, 1, 1, 0],
  )
  assert.deepEqual(await totals('work-orders?status=COMPLETED&', ['kitchen']), [0])
  assert.deepEqual(await totals(`all-residents?property_id=${oak.id}&`, ['dana']), [1])
  const sorted = await office.rows('/invoices?search=dana&sort=-resident_name')
  assert.equal(sorted.length, 1)
})

test('a payment is found by its whole reference, with or without the word for a check, and a vendor by words of its name or trade', async () => {
  const { write } = office
  const paid = { lease_id: term.id, amount_cents: 5_000, method: 'CHECK' }
  const payments = [
    await write('POST', '/payments', { ...paid, reference: '77120', payment_date: '2026-03-01' }),
    await write('POST', '/payments', { ...paid, reference: '77120', payment_date: '2026-03-02' }),
  ]
  await write('POST', `/payments/${payments[0]?.payment_id}/void`, {})
  const found = async (query: string) => (await ask(query)).filter(({ type }) => type === 'PAYMENT')
  for (const query of ['77120', 'Check 77120', 'check #77120', 'chk no. 77120', ' #77120 '])
    assert.equal((await found(query)).length, 2, query)
  await write('POST', '/payments', { ...paid, method: 'ACH', reference: 'ACH 1914' })
  for (const query of ['ACH 1914', 'ach 1914', 'Ach 1914']) assert.equal((await found(query)).length, 1, query)
  assert.deepEqual(await found('7712'), [])
  assert.deepEqual(await found('77120'), [
    {
      id: payments[1]?.payment_id,
      type: 'PAYMENT',
      title: '77120',
      detail: 'Dana Whitfield, Maple Court · 204-B',
      status: 'PAID',
      amount_cents: 5_000,
    },
    { ...(await found('77120'))[1], id: payments[0]?.payment_id, status: 'VOIDED' },
  ])
  await write('POST', '/vendors', { name: 'Reliable Plumbing LLC', trade: 'Drains & sewers' })
  const { vendor_id } = await write('POST', '/vendors', { name: 'Old Plumber' })
  await write('PATCH', `/vendors/${vendor_id}`, { is_active: false })
  assert.deepEqual(await titles('plumb'), ['VENDOR Reliable Plumbing LLC', 'VENDOR Old Plumber'])
  assert.deepEqual(await titles('sewer reliable'), ['VENDOR Reliable Plumbing LLC'])
  assert.deepEqual((await ask('old plumber'))[0], {
    id: vendor_id,
    type: 'VENDOR',
    title: 'Old Plumber',
    detail: null,
    status: 'INACTIVE',
    amount_cents: null,
  })
})

test('vendors, owners and portfolios are found by words of their names, whatever their accents and punctuation', async () => {
  for (const [path, name] of [
    ['/vendors', 'A-1 Peña’s Heating'],
    ['/owners', 'Harbor-View Holdings, LLC'],
    ['/owners', 'Zoë O’Neil'],
    ['/portfolios', 'Harbor & Bay'],
  ] as const)
    await office.write('POST', path, { name })
  for (const query of ['a-1', "pena's", 'heating a-1'])
    assert.deepEqual(await titles(query), ['VENDOR A-1 Peña’s Heating'])
  assert.deepEqual(await titles('harbor'), ['OWNER Harbor-View Holdings, LLC', 'PORTFOLIO Harbor & Bay'])
  for (const query of ["zoe o'neil", 'ONEIL', 'Zoë']) assert.deepEqual(await titles(query), ['OWNER Zoë O’Neil'], query)
  assert.deepEqual(await titles('oldings'), [])
})

test('work orders are found by words of their titles, the open ones first, and each once', async () => {
  const create = (title: string) => office.write('POST', '/work-orders', { title, property_id: oak.id })
  const { work_order_id } = await create('Shingle in the attic #9 came loose')
  await office.write('PATCH', `/work-orders/${work_order_id}`, { status: 'COMPLETED' })
  const latest = await create('Shingle drips: señor Paz’s balcony')
  const completed = `WORK_ORDER #${Number(latest.number) - 1} Shingle in the attic #9 came loose`
  const open = `WORK_ORDER #${latest.number} Shingle drips: señor Paz’s balcony`
  assert.deepEqual(await titles('shingle'), [open, completed])
  assert.deepEqual(await titles('shing att'), [completed])
  for (const query of ['senor drips', 'pazs', `wo ${latest.number}`])
    assert.deepEqual(await titles(query), [open], query)
  assert.deepEqual((await ask('attic'))[0], {
    id: work_order_id,
    type: 'WORK_ORDER',
    title: completed.slice('WORK_ORDER '.length),
    detail: 'Oak Hill',
    status: 'COMPLETED',
    amount_cents: null,
  })
  assert.deepEqual(await titles('hingle'), [])
  for (let more = 0; more < 7; more++) await create('Shingle again')
  assert.equal((await ask('shingle')).length, MAX_OF_TYPE - 1)
})

test('another organization finds none of these records', async () => {
  const elsewhere = await openOffice(world)
  for (const query of ['dana', 'maple', '204', '1'])
    assert.deepEqual(await elsewhere.rows(`/search?query=${query}`), [], query)
})

test('any change of a record changes the words it is found by, and a renamed property renames its units', async () => {
  const random = createRandom('search words')
  const { org } = await openOffice(world)
  const houses = Array.from({ length: 3 }, () => property())
  const units = houses.flatMap(house => [unit(house), unit(house)])
  const people = Array.from({ length: 6 }, () => resident())
  await store(org, { properties: houses, units, residents: people })
  const names = ['Ash Grove', 'Élan at O’Hare', '12-B', 'x', 'North/South 5', 'Ñandú']
  const changes: ((context: Context) => Promise<unknown>)[] = [
    context =>
      calls.updateProperty(context, { id: random.pick(houses).id, name: random.pick(names) + random.integer(1, 99) }),
    context =>
      calls.updateUnit(context, {
        unit_id: random.pick(units).id,
        label: random.pick(names) + random.integer(1, 9999),
      }),
    context =>
      calls.updateResident(context, {
        id: random.pick(people).id,
        last_name: random.pick(names),
        email: random.pick([null, 'New.Address@example.com']),
        phone: random.pick([null, '555-0100', '614 555 0199']),
      }),
  ]
  for (let step = 0; step < repeats(30, 300); step++)
    await org.within(context => random.pick(changes)(context)).catch(conflict)
  const stored = await world.sql('select type, id, word from search_words where organization_id = $1 order by 2, 3', [
    org.id,
  ])
  const computed = await world.sql(
    `select of_type.type, w.id, w.word
       from (values ('property', $2::text[]), ('unit', $3), ('resident', $4)) of_type (type, ids)
      cross join lateral search_words_of($1, of_type.type, of_type.ids) w
      group by 1, 2, 3 order by 2, 3`,
    [org.id, ...[houses, units, people].map(records => records.map(({ id }) => id))],
  )
  assert.ok(stored.length > 30)
  assert.deepEqual(stored, computed)
})

test('records written in bulk are found once upkeep has stored their words', async () => {
  const importing = await openOffice(world)
  const house = property({ name: 'Larch Terrace' })
  const units = Array.from({ length: 1_200 }, (_, index) => unit(house, { label: `L${index}` }))
  await store(importing.org, { properties: [house], units })
  const found = async (query: string) =>
    (await importing.rows(`/search?query=${encodeURIComponent(query)}`)).map(({ title }) => title)
  assert.deepEqual(await found('L1199'), [])
  assert.equal(await indexDueRecords(world.pools), 1_200)
  assert.deepEqual(await found('larch L1199'), ['Larch Terrace · L1199'])
  await importing.org.within(context => calls.updateProperty(context, { id: house.id, name: 'Cedar Terrace' }))
  assert.equal(await indexDueRecords(world.pools), 1_200)
  assert.deepEqual(await found('cedar L1199'), ['Cedar Terrace · L1199'])
  // The label also has the words l and 1199.
  assert.deepEqual(await found('1199 terrace'), ['Cedar Terrace · L1199'])
  assert.deepEqual(await found('larch'), [])
  assert.equal(await indexDueRecords(world.pools), 0)
})

test('upkeep also makes the words of a small batch, such as an import writes while others call', async () => {
  const importing = await openOffice(world)
  const house = property({ name: 'Hemlock Row' })
  const units = Array.from({ length: 50 }, (_, index) => unit(house, { label: `H${index}` }))
  await store(importing.org, { properties: [house], units })
  const owed = () =>
    world.sql('select cardinality(ids) as records from search_words_due where organization_id = $1', [importing.org.id])
  assert.deepEqual(await owed(), [{ records: 50 }])
  await indexDueRecords(world.pools)
  const found = (await importing.rows('/search?query=H49')).map(({ title }) => title)
  assert.deepEqual(found, ['Hemlock Row · H49'])
  assert.deepEqual(await owed(), [])
})

test('a query is divided into words as records are', async () => {
  for (const text of ['Élan at O’Hare', '204-B', "d'Arc_5/6", 'ﬁne Ⅳ', 'Straße', 'a@b'.replace('@', ' ')]) {
    const words = await world.sql<{ word: string }>(
      `select distinct word from string_to_table(plain_words($1), ' ') as of_text (word) where word <> ''`,
      [text],
    )
    assert.deepEqual(termsOf(text).sort(), words.map(({ word }) => word).sort(), text)
  }
})

/** Two units or properties cannot have the same name, and a random choice may pick one that is taken. */
function conflict(error: { code?: string }): void {
  assert.equal(error.code, 'conflict', String(error))
}
