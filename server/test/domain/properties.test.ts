/** The list of properties: its filters and the figures it derives. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { owner, portfolio, property, store, unit } from '../records.ts'
import { type Organization, useWorld } from '../world.ts'

const world = useWorld()
async function names(org: Organization, query: Record<string, string> = {}): Promise<unknown[]> {
  const { status, body, text } = await world.call(`/properties?${new URLSearchParams(query)}`, { key: org.key })
  assert.equal(status, 200, text)
  assert.equal(body.pagination.total, body.data.length)
  return body.data.map(({ name }) => name)
}

test('a property shows what is stored about it, its owner’s name, and its units in service today', async () => {
  const org = await world.organization()
  const whitfield = owner()
  const ohio = portfolio()
  const full = property({
    name: 'A',
    owner_id: whitfield.id,
    portfolio_id: ohio.id,
    current_value_cents: 820_000_000,
    external_id: 'P-1',
  })
  const bare = property({ name: 'B', is_active: false, type: 'COMMERCIAL' })
  const units = [
    unit(full),
    unit(full, { in_service_from: '2026-03-15' }),
    unit(full, { in_service_to: '2026-03-15' }),
    unit(full, { in_service_from: '2026-03-16' }),
    unit(full, { in_service_to: '2026-03-14' }),
  ]
  await store(org, { owners: [whitfield], portfolios: [ohio], properties: [full, bare], units })
  const { body } = await world.call('/properties', { key: org.key })
  const place = { address_line: '120 Maple Ave', city: 'Columbus', state: 'OH', postal_code: '43215' }
  assert.deepEqual(
    body.data.map(({ created_at, updated_at, ...rest }) => rest),
    [
      {
        ...{ property_id: full.id, name: 'A', type: 'MULTI_FAMILY', ...place, owner_name: 'Whitfield Holdings LLC' },
        ...{ owner_id: whitfield.id, portfolio_id: ohio.id, unit_count: 3, current_value: 820_000_000 },
        ...{ is_active: true, external_id: 'P-1' },
      },
      {
        ...{ property_id: bare.id, name: 'B', type: 'COMMERCIAL', ...place, owner_name: null, owner_id: null },
        ...{ portfolio_id: null, unit_count: 0, current_value: 0, is_active: false, external_id: null },
      },
    ],
  )
})

/** Forms of one text: composed as most programs write it, decomposed as macOS does, and with characters that stand for other ones. */
const FORMS = ['S\u00e3o Andr\u00e9', 'Sa\u0303o Andre\u0301', 'S\u00c3O ANDR\u00c9', 'SA\u0303O ANDRE\u0301']

test('city and owner match in whatever form of Unicode either side is written, and show the form that is stored', async () => {
  const org = await world.organization()
  const owners = FORMS.map(name => owner(name))
  const homes = FORMS.map((city, index) => property({ name: `${index}`, city, owner_id: owners[index]?.id ?? null }))
  // U+2126 and U+212B are always written as other characters in both forms, and must still match themselves.
  const symbols = property({ name: 'ohm', city: '\u2126 \u212b' })
  const other = property({ name: 'other', city: 'Sao Andre' })
  await store(org, { owners, properties: [...homes, symbols, other] })
  for (const form of FORMS) {
    assert.deepEqual(await names(org, { city: form }), ['0', '1', '2', '3'], form)
    assert.deepEqual(await names(org, { owner: form }), ['0', '1', '2', '3'], form)
  }
  assert.deepEqual(await names(org, { city: '\u2126 \u212b' }), ['ohm'])
  assert.deepEqual(await names(org, { city: 'Sao Andre' }), ['other'])
  const { body } = await world.call('/properties', { key: org.key })
  assert.deepEqual(body.data.map(({ city }) => city).slice(0, 4), FORMS)
})

test('city, state and owner each match whole values in any case, and all of them must match', async () => {
  const org = await world.organization()
  const whitfield = owner('Whitfield Holdings LLC')
  const namesake = owner('WHITFIELD holdings llc')
  const other = owner('Other')
  await store(org, {
    owners: [whitfield, namesake, other],
    properties: [
      property({ name: 'A', city: 'Columbus', state: 'OH', owner_id: whitfield.id }),
      property({ name: 'B', city: 'Columbus', state: 'GA', owner_id: namesake.id }),
      property({ name: 'C', city: 'Cañon City', state: 'CO', owner_id: other.id }),
      property({ name: 'D', city: '100%', state: 'CO' }),
    ],
  })
  const cases: [query: Record<string, string>, expected: string[]][] = [
    [{}, ['A', 'B', 'C', 'D']],
    [{ city: 'columbus' }, ['A', 'B']],
    [{ city: 'CAÑON CITY' }, ['C']],
    [{ city: '100%' }, ['D']],
    [{ city: '%' }, []],
    [{ city: 'Colum' }, []],
    [{ city: ' Columbus' }, []],
    [{ state: 'co' }, ['C', 'D']],
    [{ state: 'zz' }, []],
    [{ city: 'Columbus', state: 'Oh' }, ['A']],
    [{ owner: whitfield.id }, ['A']],
    [{ owner: whitfield.id.toUpperCase() }, []],
    [{ owner: 'whitfield HOLDINGS llc' }, ['A', 'B']],
    [{ owner: 'Whitfield' }, []],
    [{ owner: 'Whitfield Holdings LLC', state: 'GA' }, ['B']],
    [{ owner: other.id, city: 'Columbus' }, []],
  ]
  for (const [query, expected] of cases) assert.deepEqual(await names(org, query), expected, JSON.stringify(query))
})

test('updated_since returns records that were stored or changed since, and not those stored again unchanged', async () => {
  const org = await world.organization()
  const [first, second] = [property({ name: 'A' }), property({ name: 'B' })]
  await store(org, { properties: [first, second] })
  const { body } = await world.call('/properties', { key: org.key })
  const stored = String(body.data[0]?.updated_at)
  assert.equal(body.data[0]?.created_at, stored)
  assert.deepEqual(await names(org, { updated_since: stored }), ['A', 'B'])
  const after = new Date(Date.parse(stored) + 1).toISOString()
  assert.deepEqual(await names(org, { updated_since: after }), [])
  await store(org, { properties: [first, { ...second, city: 'Dayton' }] })
  assert.deepEqual(await names(org, { updated_since: after }), ['B'])
  assert.deepEqual(await names(org, { updated_since: after.replace('Z', '+00:00') }), ['B'])
  assert.deepEqual(await names(org, { updated_since: after, city: 'Columbus' }), [])
})
