/** Which changes of a record make the words again by which it is found. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indexDueRecords } from '#server/domain/search-words/due-words.ts'
import { calls } from '../calls.ts'
import { property, rate, resident, store, unit } from '../records.ts'
import { useWorld } from '../world.ts'
import { openOffice } from './office.ts'

const world = useWorld()

test('every field that a record is found by makes its words again, and no other field does', async () => {
  const { org } = await openOffice(world)
  const BULK = 50
  const many = <Item>(make: (index: number) => Item): Item[] => Array.from({ length: BULK }, (_, index) => make(index))
  const houses = many(index => property({ name: `Spruce ${index}` }))
  const units = many(index => unit(houses[0]!, { label: `S${index}` }))
  const people = many(index => resident({ last_name: `Spruce${index}` }))
  await store(org, { properties: houses, units, residents: people })
  await indexDueRecords(world.pools)
  const owing = async (records: Parameters<typeof store>[1]) => {
    await store(org, records)
    const due =
      'select coalesce(sum(cardinality(ids)), 0)::int as records from search_words_due where organization_id = $1'
    const [owed] = await world.sql<{ records: number }>(due, [org.id])
    await indexDueRecords(world.pools)
    return owed?.records
  }

  assert.equal(await owing({ rates: units.map(one => rate(one, { effective_from: '2026-01-01' })) }), 0)
  assert.equal(await owing({ units: units.map(one => ({ ...one, sqft: 700 })) }), 0)
  assert.equal(await owing({ properties: houses.map(house => ({ ...house, year_built: 1999 })) }), 0)
  assert.equal(await owing({ residents: people.map(person => ({ ...person, sms_opt_in: 'OPTED_OUT' as const })) }), 0)

  assert.equal(await owing({ units: units.map(one => ({ ...one, label: `${one.label}x` })) }), BULK)
  // The units of the first property, which are named after it, are so few that they are renamed with it.
  for (const field of ['name', 'address_line', 'city', 'postal_code']) {
    const changed = houses.map((house, index) => ({ ...house, [field]: `4${index}000`.slice(0, 5) }))
    assert.equal(await owing({ properties: changed }), BULK, field)
    await owing({ properties: houses })
  }
  for (const field of ['first_name', 'last_name', 'email', 'phone']) {
    const changed = people.map((person, index) => ({ ...person, [field]: `new${index}@example.com` }))
    assert.equal(await owing({ residents: changed }), BULK, field)
    await owing({ residents: people })
  }
})

test('a lead is found by what it is now called, and not by what it was called before', async () => {
  const { org, rows } = await openOffice(world)
  const lead = { first_name: 'Kim', last_name: 'Berg', email: 'first@example.com', phone: '614 555 0101' }
  const { lead_id } = await org.within(context => calls.createLead(context, { ...lead, source: 'Website' }))
  const changes = { first_name: 'Ola', last_name: 'Dahl', email: 'second@example.com', phone: '614 555 0202' }
  for (const [field, value] of Object.entries(changes)) {
    const found = async (query: string) => (await rows(`/search?query=${encodeURIComponent(query)}`)).length
    assert.equal(await found(lead[field as keyof typeof lead]), 1, field)
    await org.within(context => calls.updateLead(context, { lead_id, [field]: value }))
    assert.equal(await found(value), 1, field)
    assert.equal(await found(lead[field as keyof typeof lead]), 0, field)
  }
})
