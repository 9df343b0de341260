/** Creating and updating owners, portfolios and properties: what they require, which names are refused as taken, and what the log records. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { owners } from '#server/domain/owners/operations.ts'
import { portfolios } from '#server/domain/portfolios/operations.ts'
import type { Context } from '#server/platform/context.ts'
import { logOf } from '../administrative-log.ts'
import { calls } from '../calls.ts'
import { property, store } from '../records.ts'
import { conflicts, misses, names, refusedAtOnce } from '../refusals.ts'
import { useOrganization, useWorld } from '../world.ts'

const { createOwner, createPortfolio, createProperty, updateOwner, updatePortfolio, updateProperty } = calls

const world = useWorld()
const org = useOrganization(world)

const KINDS = {
  owner: { create: createOwner, update: updateOwner, get: owners.read.bind(owners), field: 'owner_id' },
  portfolio: {
    create: createPortfolio,
    update: updatePortfolio,
    get: portfolios.read.bind(portfolios),
    field: 'portfolio_id',
  },
} as unknown as Record<
  string,
  {
    create(context: Context, fields: object): Promise<Record<string, string>>
    update(context: Context, fields: object): Promise<Record<string, string>>
    get(context: Context, id: string): Promise<Record<string, string>>
    field: string
  }
>

for (const [noun, { create, update, get, field }] of Object.entries(KINDS)) {
  test(`every ${noun} has a unique name, in any case, and may have a unique external ID`, async () => {
    const organization = await world.organization()
    const made = (fields: object) => organization.within(context => create(context, fields))
    const changed = (fields: object) => organization.within(context => update(context, fields))
    const first = await made({ name: 'Whitfield', external_id: 'X-1' })
    const id = first[field] as string
    assert.deepEqual([first.name, first.external_id], ['Whitfield', 'X-1'])
    const second = await made({ name: 'Other' })
    await assert.rejects(made({ name: 'WHITFIELD' }), conflicts(new RegExp(`already named Whitfield: ${id}`)))
    await made({ name: 'Jos\u00e9' })
    await assert.rejects(made({ name: 'JOSE\u0301' }), conflicts(/already named Jos\u00e9/))
    await assert.rejects(made({ name: 'Third', external_id: 'X-1' }), conflicts(/external ID X-1/))
    await assert.rejects(changed({ [field]: second[field], name: 'whitfield' }), conflicts(/named Whitfield/))
    await assert.rejects(changed({ [field]: second[field], external_id: 'X-1' }), conflicts(/external ID X-1/))
    await assert.rejects(made({ name: '' }), names('name'))
    await assert.rejects(made({ name: 'Third', city: 'Columbus' }), names('city'))
    await assert.rejects(changed({ [field]: 'nobody', name: 'Third' }), misses)

    const after = await changed({ [field]: id, name: 'WHITFIELD', external_id: null })
    assert.deepEqual(after, { ...first, name: 'WHITFIELD', external_id: null, updated_at: after.updated_at })
    assert.deepEqual(await organization.within(context => get(context, id)), after)
    assert.deepEqual(await logOf(world, organization, id), [
      { action: `${noun}.create`, before: null, after: first },
      { action: `${noun}.update`, before: first, after },
    ])
    await assert.rejects(
      org.within(context => get(context, id)),
      misses,
    )
  })

  test(`exactly one of several concurrent calls gets the same name for a new ${noun}`, async () => {
    const refused = await refusedAtOnce(
      org,
      ['Race', 'RACE', 'race', 'rAce'].map(name => context => create(context, { name })),
    )
    assert.equal(refused.length, 3)
    for (const reason of refused) assert.match(reason.message, /is already named race/i)
  })
}

const MAPLE = {
  name: 'Maple Court',
  type: 'MULTI_FAMILY',
  address_line: '120 Maple Ave',
  city: 'Columbus',
  state: 'oh',
  postal_code: '43215',
} as const

test('a property needs a name, a type and an address, and is shown as the API shows it', async () => {
  const organization = await world.organization()
  const owner = await organization.within(context => createOwner(context, { name: 'Whitfield' }))
  const portfolio = await organization.within(context => createPortfolio(context, { name: 'Ohio' }))
  const held = { owner_id: owner.owner_id, portfolio_id: portfolio.portfolio_id }
  const bare = await organization.within(context => createProperty(context, MAPLE))
  const expected = { ...MAPLE, state: 'OH', owner_id: null, portfolio_id: null, unit_count: 0, current_value: 0 }
  assert.deepEqual({ ...bare, ...expected, is_active: true, year_built: null, external_id: null }, bare)
  const changes = { ...held, name: 'Maple', current_value: 5, is_active: false, year_built: 1987, external_id: 'P-1' }
  const changed = await organization.within(context => updateProperty(context, { id: bare.property_id, ...changes }))
  assert.deepEqual(changed, { ...bare, ...changes, owner_name: 'Whitfield', updated_at: changed.updated_at })
  const { body } = await world.call(`/properties/${bare.property_id}`, { key: organization.key })
  assert.deepEqual({ ...body, ...changed }, body)
  assert.deepEqual(await logOf(world, organization, bare.property_id), [
    { action: 'property.create', before: null, after: bare },
    { action: 'property.update', before: bare, after: changed },
  ])
})

test('a property that is not valid is refused with the field named', async () => {
  const stranger = await world.organization()
  const foreign = await stranger.within(context => createOwner(context, { name: 'Whitfield' }))
  const { property_id: id } = await org.within(context => createProperty(context, { ...MAPLE, name: 'Oak House' }))
  const cases: [string, object][] = [
    ['name', { name: '' }],
    ['type', { type: 'CASTLE' }],
    ['state', { state: '1!' }],
    ['state', { state: 'Ohio' }],
    ['current_value', { current_value: 1.5 }],
    ['owner_id', { owner_id: foreign.owner_id }],
    ['portfolio_id', { portfolio_id: 'nobody' }],
    ['unit_count', { unit_count: 3 }],
  ]
  for (const [field, fields] of cases) {
    await assert.rejects(
      org.within(context => createProperty(context, { ...MAPLE, ...fields })),
      names(field),
      field,
    )
    await assert.rejects(
      org.within(context => updateProperty(context, { id, ...fields })),
      names(field),
      field,
    )
  }
  await assert.rejects(
    stranger.within(context => updateProperty(context, { id, city: 'Dayton' })),
    misses,
  )
})

test('a name or external ID that another property has is refused; names that files brought in twice may stay', async () => {
  const organization = await world.organization()
  const [one, twin] = [property({ external_id: 'P-1' }), property()]
  await store(organization, { properties: [one, twin] })
  const change = (fields: object) => organization.within(context => updateProperty(context, { id: twin.id, ...fields }))
  await assert.rejects(
    organization.within(context => createProperty(context, { ...MAPLE, name: 'MAPLE court' })),
    conflicts(/already named Maple Court/),
  )
  await organization.within(context => createProperty(context, { ...MAPLE, name: 'Sa\u0303o' }))
  await assert.rejects(
    organization.within(context => createProperty(context, { ...MAPLE, name: 'S\u00e3o' })),
    conflicts(/already named Sa\u0303o/),
  )
  await assert.rejects(change({ external_id: 'P-1' }), conflicts(/external ID P-1/))
  assert.equal((await change({ city: 'Dayton', name: 'Maple Court' })).city, 'Dayton')
  await assert.rejects(change({ name: 'Maple court' }), conflicts(/already named Maple Court/))
})
