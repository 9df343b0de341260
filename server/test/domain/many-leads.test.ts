/** Leads stored many at once: what is kept of them, and what a second time changes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#server/base/ids.ts'
import { saveLeads } from '#server/domain/leads/operations.ts'
import type { LeadRecord } from '#server/domain/leads/records.ts'
import { property, store, unit } from '../records.ts'
import { START, useWorld } from '../world.ts'

const world = useWorld()
test('leads are kept as given, and a second time updates all but the day they were made', async () => {
  const org = await world.organization()
  const maple = property()
  const home = unit(maple)
  await store(org, { properties: [maple], units: [home] })
  const full: LeadRecord = {
    ...{ id: newId('lead', START), firstName: 'Dana', lastName: 'Whitfield', email: 'dana@example.com' },
    ...{ phone: '+16145550134', source: 'Zillow', status: 'TOURED', propertyId: maple.id, unitId: home.id },
    ...{ desiredMoveIn: '2026-04-01', bedroomsWanted: 2, maxRentCents: 150_000, notes: 'Has a dog.' },
    ...{ externalId: 'P-1', createdAt: '2026-02-20T15:00:00.000Z' },
  }
  const bare: LeadRecord = {
    ...{ id: newId('lead', START), firstName: '', lastName: 'Lee', email: null, phone: null, source: 'Phone' },
    ...{ status: 'NEW', propertyId: null, unitId: null, desiredMoveIn: null, bedroomsWanted: null },
    ...{ maxRentCents: null, notes: null, externalId: null },
  }
  await org.within(context => saveLeads(context, [full, bare]))
  assert.deepEqual(await stored(org.id), [full, { ...bare, createdAt: new Date(START).toISOString() }])

  const later = { ...full, status: 'LEASED', notes: null, createdAt: '2026-03-01T00:00:00.000Z' } as const
  await org.within(context => saveLeads(context, [later]))
  assert.deepEqual((await stored(org.id))[0], { ...later, createdAt: full.createdAt })
  assert.deepEqual(await world.sql('select type from events where organization_id = $1', [org.id]), [])
})

function stored(organizationId: string): Promise<LeadRecord[]> {
  return world.sql<LeadRecord>(
    `select id, first_name as "firstName", last_name as "lastName", email, phone, source, status, property_id as "propertyId",
            unit_id as "unitId", desired_move_in as "desiredMoveIn", bedrooms_wanted as "bedroomsWanted",
            max_rent_cents as "maxRentCents", notes, external_id as "externalId", created_at as "createdAt"
       from leads where organization_id = $1 order by created_at`,
    [organizationId],
  )
}
