/** Leads: what a lead requires, which events and log lines it produces, which statuses it moves to, and how leads are listed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LEAD_STATUSES, Lead } from '#contract/v1/leads.ts'
import { logOf } from '../administrative-log.ts'
import { calls } from '../calls.ts'
import { property, store, unit } from '../records.ts'
import { conflicts, misses, names } from '../refusals.ts'
import { type Organization, prepare, useOrganization, useWorld } from '../world.ts'

const { advanceLead, createLead, getLead, listLeads, updateLead } = calls

const world = useWorld()
const org = useOrganization(world)
const home = prepare(() => storeHome(org))

async function storeHome(organization: Organization) {
  const maple = property()
  const only = unit(maple)
  await store(organization, { properties: [maple], units: [only] })
  return { maple, only }
}

type NewLead = Parameters<typeof createLead>[1]
type Detail = Awaited<ReturnType<typeof getLead>>
/** The lead as the log and the events show it. */
const row = ({ property_name: _, unit_label: __, lease_id: ___, next_statuses: ____, ...lead }: Detail) => lead
const create = async (fields: Partial<NewLead> = {}, organization = org) =>
  row(
    await organization.within(context => createLead(context, { last_name: 'Whitfield', source: 'Website', ...fields })),
  )
const update = async (id: string, changes: Omit<Parameters<typeof updateLead>[1], 'lead_id'>, organization = org) =>
  row(await organization.within(context => updateLead(context, { lead_id: id, ...changes })))
const advance = async (id: string, status: (typeof LEAD_STATUSES)[number]) =>
  row(await org.within(context => advanceLead(context, { lead_id: id, status })))
const read = async (id: string, organization = org) =>
  row(await organization.within(context => getLead(context, { lead_id: id })))

test('a lead needs only one name and a source; it starts as NEW with other fields empty', async () => {
  const { lead_id, created_at, updated_at, ...rest } = await create()
  assert.match(lead_id, /^lead_[0-9a-z]{26}$/)
  assert.equal(created_at, updated_at)
  assert.deepEqual(rest, {
    ...{ first_name: '', last_name: 'Whitfield', email: null, phone: null, source: 'Website', status: 'NEW' },
    ...{ property_id: null, unit_id: null, desired_move_in: null, bedrooms_wanted: null, max_rent_cents: null },
    ...{ notes: null, external_id: null },
  })
  assert.deepEqual(Object.keys(await read(lead_id)).sort(), Object.keys(Lead.properties).sort())
})

test('a new lead emits an event with the full lead, each change is logged, and a refused one does neither', async () => {
  const organization = await world.organization()
  const { maple, only } = await storeHome(organization)
  const given = {
    ...{ first_name: 'Dana', email: 'dana@example.com', phone: '+16145550134', unit_id: only.id },
    ...{ desired_move_in: '2026-05-01', bedrooms_wanted: 2, max_rent_cents: 150_000, notes: 'Has a cat.' },
    external_id: 'CRM-1',
  }
  const lead = await create(given, organization)
  assert.deepEqual({ ...lead, ...given, property_id: maple.id }, lead)
  await assert.rejects(create({ email: 'dana' }, organization), names('email'))
  await assert.rejects(
    create({ external_id: 'CRM-1' }, organization),
    conflicts(/Another lead already has the external ID CRM-1/),
  )
  const changed = await update(lead.lead_id, { notes: null }, organization)
  assert.deepEqual(changed, { ...lead, notes: null, updated_at: changed.updated_at })
  assert.deepEqual(await world.sql('select type, data from events where organization_id = $1', [organization.id]), [
    { type: 'lead.created', data: { lead } },
  ])
  assert.deepEqual(await logOf(world, organization, lead.lead_id), [
    { action: 'lead.create', before: null, after: lead },
    { action: 'lead.update', before: lead, after: changed },
  ])
})

test('a field that is not valid is named', async () => {
  const stranger = await storeHome(await world.organization())
  const elsewhere = await storeHome(org)
  const cases: [string, Partial<NewLead>][] = [
    ['last_name', { last_name: ' ' }],
    ['source', { source: '' }],
    ['email', { email: 'nobody' }],
    ['desired_move_in', { desired_move_in: '2026-02-30' }],
    ['max_rent_cents', { max_rent_cents: -1 }],
    ['status', { status: 'LOST' } as Partial<NewLead>],
    ['property_id', { property_id: stranger.maple.id }],
    ['unit_id', { unit_id: stranger.only.id }],
    ['unit_id', { property_id: home.maple.id, unit_id: elsewhere.only.id }],
  ]
  for (const [field, fields] of cases) await assert.rejects(create(fields), names(field), JSON.stringify(fields))
  const { lead_id } = await create()
  await assert.rejects(update(lead_id, { last_name: '' }), names('last_name'))
})

test('a lead of another organization cannot be found', async () => {
  const stranger = await world.organization()
  const { lead_id } = await create({}, stranger)
  await assert.rejects(read(lead_id), misses)
  await assert.rejects(update(lead_id, {}), misses)
  await assert.rejects(advance(lead_id, 'LOST'), misses)
})

test('choosing a unit also sets its property, and choosing another property clears the unit', async () => {
  const other = await storeHome(org)
  const { lead_id } = await create({ unit_id: home.only.id })
  const place = async (changes: Parameters<typeof update>[1]) => {
    const { property_id, unit_id } = await update(lead_id, changes)
    return [property_id, unit_id]
  }
  assert.deepEqual(await place({ property_id: home.maple.id }), [home.maple.id, home.only.id])
  assert.deepEqual(await place({ unit_id: other.only.id }), [other.maple.id, other.only.id])
  assert.deepEqual(await place({ property_id: home.maple.id }), [home.maple.id, null])
  assert.deepEqual(await place({ property_id: null }), [null, null])
})

/** One row per current status and one column per next status, both in the order of LEAD_STATUSES. */
const MOVES: Record<(typeof LEAD_STATUSES)[number], number[]> = {
  NEW: [0, 1, 1, 1, 1, 1],
  CONTACTED: [0, 0, 1, 1, 1, 1],
  TOURED: [0, 0, 0, 1, 1, 1],
  APPLIED: [0, 0, 0, 0, 1, 1],
  LEASED: [0, 0, 0, 0, 0, 1],
  LOST: [1, 1, 0, 0, 0, 0],
}

for (const from of LEAD_STATUSES) {
  for (const [index, to] of LEAD_STATUSES.entries()) {
    const isAllowed = MOVES[from][index] === 1
    test(`a lead that is ${from} ${isAllowed ? 'can' : 'cannot'} become ${to}`, async () => {
      const lead = await create()
      const before = from === 'NEW' ? lead : await advance(lead.lead_id, from)
      if (isAllowed) {
        const after = await advance(lead.lead_id, to)
        assert.deepEqual(after, { ...before, status: to, updated_at: after.updated_at })
        assert.deepEqual(await read(lead.lead_id), after)
      } else {
        const why = from === to ? `is already ${from}` : `is ${from} cannot become ${to}; it can become [A-Z]`
        await assert.rejects(advance(lead.lead_id, to), conflicts(new RegExp(why)))
        assert.deepEqual(await read(lead.lead_id), before)
      }
      const last = (await logOf(world, org, lead.lead_id)).at(-1)
      if (isAllowed) assert.deepEqual(last, { action: 'lead.advance', before, after: await read(lead.lead_id) })
      else assert.deepEqual(last?.after, before)
    })
  }
}

test('leads are listed newest first, by status and by property', async () => {
  const organization = await world.organization()
  const { maple } = await storeHome(organization)
  const [first, second] = [await create({}, organization), await create({ property_id: maple.id }, organization)]
  await organization.within(context => advanceLead(context, { lead_id: first.lead_id, status: 'LOST' }))
  const find = (query: Partial<Parameters<typeof listLeads>[1]>) =>
    organization.within(async context => {
      const { data, pagination } = await listLeads(context, { limit: 20, offset: 0, ...query })
      assert.equal(pagination.total, data.length)
      return data.map(({ lead_id }) => lead_id)
    })
  assert.deepEqual(await find({}), [second.lead_id, first.lead_id])
  assert.deepEqual(await find({ status: 'LOST' }), [first.lead_id])
  assert.deepEqual(await find({ property_id: maple.id }), [second.lead_id])
  assert.deepEqual(await find({ property_id: maple.id, status: 'LOST' }), [])
  const { updated_at } = await read(first.lead_id, organization)
  assert.ok((await find({ updated_since: updated_at })).includes(first.lead_id))
  const later = new Date(Date.parse(updated_at) + 1).toISOString()
  assert.deepEqual(await find({ updated_since: later }), [])
  await assert.rejects(find({ limit: 101 }), names('limit'))
})
