/** Searches that find so many records that another statement is used: it reads the list in its order, or finds the records of every prefix. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indexDueRecords } from '#server/domain/search-words/due-words.ts'
import { lease, on, property, resident, store, unit } from '../records.ts'
import { prepare, useWorld } from '../world.ts'
import { openOffice } from './office.ts'

/** More residents and leads than the numbers above which a search reads the list in its order. */
const RESIDENTS = 5_100
const LEADS = 2_100
/** The most words that are counted of each prefix to find the rarest one. */
const WORDS = 5_000

const world = useWorld()
const office = prepare(() => openOffice(world))

type Shown = { first_name: string; last_name: string; resident_name?: string }
type Page = { data: Shown[]; pagination: { total: number } }
const search = (list: string, query: string, page = '') =>
  office.read(`/${list}?search=${encodeURIComponent(query)}${page}`) as Promise<unknown> as Promise<Page>

test('a prefix that thousands of records have finds each of them once, in the order of the list, on every page', async () => {
  // Every other record has the word, and their order is not that of their IDs.
  const names = `case when n % 2 = 0 then 'Quorra' else 'Ada' end, 'L' || lpad((n * 7919 % 99991)::text, 5, '0')`
  await world.sql(
    `insert into residents (organization_id, id, first_name, last_name)
     select $1, 'res_many' || n, ${names} from generate_series(1, $2::int) n`,
    [office.org.id, 2 * RESIDENTS],
  )
  await world.sql(
    `insert into leads (organization_id, id, first_name, last_name, source, status, created_at)
     select $1, 'lead_many' || n, ${names}, 'Web', 'NEW', timestamptz '2026-01-01' + n * 7919 % 99991 * interval '1 second'
       from generate_series(1, $2::int) n`,
    [office.org.id, 2 * LEADS],
  )
  await indexDueRecords(world.pools)
  const tables = {
    'all-residents': { table: 'residents', count: RESIDENTS, order: 'last_name' },
    leads: { table: 'leads', count: LEADS, order: 'created_at desc' },
  }
  for (const [list, { table, count, order }] of Object.entries(tables)) {
    const expected = await world.sql<Shown>(
      `select first_name, last_name from ${table} where organization_id = $1 and first_name = 'Quorra' order by ${order}`,
      [office.org.id],
    )
    assert.equal(expected.length, count)
    for (const offset of [0, 950, 990, 1_000, count - 3]) {
      const { data, pagination } = await search(list, 'q', `&limit=50&offset=${offset}`)
      assert.equal(pagination.total, count)
      assert.deepEqual(
        data.map(({ first_name, last_name }) => ({ first_name, last_name })),
        expected.slice(offset, offset + 50),
        `${list} at ${offset}`,
      )
    }
    assert.equal((await search(list, 'q', `&offset=${count}`)).pagination.total, count)
    assert.equal((await search(list, 'q zz')).pagination.total, 0)
  }
})

test('prefixes that each have thousands of words find the records that have all of them, and the leases of these', async () => {
  const house = property({ name: 'Alder Row' })
  const units = ['1', '2', '3', '4'].map(label => unit(house, { label }))
  const terms = units.map(home => lease(home))
  const people = ['Amy', 'Bea', 'Cal', 'Dan'].map(first_name => resident({ first_name }))
  await store(office.org, {
    properties: [house],
    units,
    leases: terms,
    residents: people,
    leaseResidents: terms.map((term, index) => on(term, people[index]!)),
  })
  await indexDueRecords(world.pools)
  // Amy has words with the first prefix, Bea with both, and Cal with the second; Amy's unit has words with the second one.
  const has = async (type: string, id: string, prefix: string) =>
    world.sql(
      `insert into search_words (organization_id, type, word, id) select $1, $2, $4 || n, $3 from generate_series(1, $5::int) n`,
      [office.org.id, type, id, prefix, WORDS],
    )
  const [amy, bea, cal, dan] = people.map(({ id }) => id) as [string, string, string, string]
  await has('resident', amy, 'xa')
  await has('resident', bea, 'xa')
  await has('resident', bea, 'xb')
  await has('resident', cal, 'xb')
  await has('unit', units[0]!.id, 'xb')
  // More words of units than the number above which all leases are read once. Bea also has a matching word, and so does Dan, whose home has none.
  for (const { id } of units.slice(0, 3)) await has('unit', id, 'xc')
  await has('resident', bea, 'xc')
  await has('resident', dan, 'xc')
  const names = async (list: string, query: string) => {
    const { data, pagination } = await search(list, query)
    assert.equal(pagination.total, data.length)
    return data.map(({ first_name, resident_name }) => first_name ?? resident_name?.split(' ')[0]).sort()
  }
  assert.deepEqual(await names('all-residents', 'xa xb'), ['Bea'])
  assert.deepEqual(await names('leases', 'xa xb'), ['Amy', 'Bea'])
  assert.deepEqual(await names('leases', 'xa'), ['Amy', 'Bea'])
  assert.deepEqual(await names('leases', 'xb'), ['Amy', 'Bea', 'Cal'])
  assert.deepEqual(await names('leases', 'xa xb bea'), ['Bea'])
  assert.deepEqual(await names('leases', 'xc'), ['Amy', 'Bea', 'Cal', 'Dan'])
  assert.deepEqual(await names('leases', 'xc xb'), ['Amy', 'Bea', 'Cal'])
  assert.deepEqual(await names('units', 'xb alder'), ['Amy'])

  const orderOf = async (index: number, title: string, resident_id?: string) =>
    (await office.write('POST', '/work-orders', {
      title,
      unit_id: units[index]!.id,
      ...(resident_id && { resident_id }),
    })) as { work_order_id: string }
  await orderOf(0, 'Sink', amy)
  await orderOf(1, 'Fence')
  await orderOf(3, 'Xaver window')
  const { work_order_id: gate } = await orderOf(3, 'Gate xaver')
  await office.write('PATCH', `/work-orders/${gate}`, { status: 'CANCELLED' })
  const titles = async (query: string) => {
    const { data, pagination } = (await search('work-orders', query)) as unknown as {
      data: { title: string }[]
      pagination: { total: number }
    }
    assert.equal(pagination.total, data.length)
    return data.map(({ title }) => title).sort()
  }
  assert.deepEqual(await titles('xa'), ['Gate xaver', 'Sink', 'Xaver window'])
  assert.deepEqual(await titles('xb'), ['Sink'])
  assert.deepEqual(await titles('xc'), ['Fence', 'Sink'])
  assert.deepEqual(await titles('xb xa'), ['Sink'])
  assert.deepEqual(await titles('xa alder'), ['Gate xaver', 'Sink', 'Xaver window'])
  assert.deepEqual(await titles('2'), ['Fence'])
})
