/** Many leads stored at once: what is stored of them, and what storing them again changes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#server/base/ids.ts'
import { saveLeads } from '#server/domain/leads/operations.ts'
import type { LeadRecord } from '#server/domain/leads/records.ts'
import { property, store, unit } from '../records.ts'
import { START, useWorld } from '../world.ts'

const world = useWorld()
test('leads are stored as given, and a second import updates everything but the creation day', async () => {
  const org = await world.organization()
  const maple = property()
  const home = unit(maple)
  await store(org, { properties: [maple], units: [home] })
  const full: LeadRecord = {
    ...{ id: newId('lead', START), first_name: 'Dana', last_name: 'Whitfield', email: 'dana@example.com' },
    ...{ phone: '+16145550134', source: 'Zillow', status: 'TOURED', property_id: maple.id, unit_id: home.id },
    ...{ desired_move_in: '2026-04-01', bedrooms_wanted: 2, max_rent_cents: 150_000, notes: 'Has a dog.' },
    ...{ external_id: 'P-1', created_at: '2026-02-20T15:00:00.000Z' },
  }
  const bare: LeadRecord = {
    ...{ id: newId('lead', START), first_name: '', last_name: 'Lee', email: null, phone: null, source: 'Phone' },
    ...{ status: 'NEW', property_id: null, unit_id: null, desired_move_in: null, bedrooms_wanted: null },
    ...{ max_rent_cents: null, notes: null, external_id: null },
  }
  await org.within(context => saveLeads(context, [full, bare]))
  assert.deepEqual(await stored(org.id), [full, { ...bare, created_at: new Date(START).toISOString() }])

  const later = { ...full, status: 'LEASED', notes: null, created_at: '2026-03-01T00:00:00.000Z' } as const
  await org.within(context => saveLeads(context, [later]))
  assert.deepEqual((await stored(org.id))[0], { ...later, created_at: full.created_at })
  assert.deepEqual(await world.sql('select type from events where organization_id = $1', [org.id]), [])
})

function stored(organizationId: string): Promise<LeadRecord[]> {
  return world.sql<LeadRecord>(
    `select id, first_name, last_name, email, phone, source, status, property_id,
            unit_id, desired_move_in, bedrooms_wanted,
            max_rent_cents, notes, external_id, created_at
       from leads where organization_id = $1 order by created_at`,
    [organizationId],
  )
}
