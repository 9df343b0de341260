/** A lease that is created for a lead: the lead applies with it, is leased once it is signed, and both lead to each other. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '../calls.ts'
import { draft, storeHome } from '../leasing.ts'
import { names } from '../refusals.ts'
import { type Organization, useOrganization, useWorld } from '../world.ts'

const { advanceLead, cancelLease, createLead, getLead, getLease, signLease } = calls

const world = useWorld()
const org = useOrganization(world)

const newLead = (organization: Organization = org) =>
  organization.within(async context => {
    const { lead_id } = await createLead(context, { last_name: 'Whitfield', source: 'Website' })
    return lead_id
  })
const read = (lead_id: string) => org.within(context => getLead(context, { lead_id }))
const sign = (lease_id: string) => org.within(context => signLease(context, { lease_id }))
const cancel = (lease_id: string) => org.within(context => cancelLease(context, { lease_id }))
const become = (lead_id: string, status: 'LOST' | 'LEASED') =>
  org.within(context => advanceLead(context, { lead_id, status }))

async function logged(leadId: string) {
  const { body } = await world.call(`/leads/${leadId}`, { key: org.key })
  const rows = await world.sql<{ action: string }>(
    'select action from administrative_log where organization_id = $1 and subject = $2 order by id',
    [org.id, leadId],
  )
  return [body.status, ...rows.map(({ action }) => action)]
}

test('a lead for whom a draft is created has applied, and is leased once the draft is signed, however much later', async () => {
  const lead_id = await newLead()
  const { lease_id } = await draft(org, await storeHome(org), { lead_id })
  const applied = await read(lead_id)
  assert.deepEqual([applied.status, applied.lease_id], ['APPLIED', lease_id])
  assert.equal((await org.within(context => getLease(context, { lease_id }))).lead_id, lead_id)
  assert.equal((await sign(lease_id)).lead_id, lead_id)
  const leased = await read(lead_id)
  assert.deepEqual([leased.status, leased.lease_id], ['LEASED', lease_id])
  assert.ok(leased.updated_at > applied.created_at)
  assert.deepEqual(await logged(lead_id), ['LEASED', 'lead.create', 'lead.advance', 'lead.advance'])
})

test('a lead keeps a status that cannot follow: one that is lost stays lost, and one that is leased stays leased', async () => {
  for (const status of ['LOST', 'LEASED'] as const) {
    const lead_id = await newLead()
    const { lease_id } = await draft(org, await storeHome(org), { lead_id })
    await become(lead_id, status)
    await sign(lease_id)
    assert.deepEqual([(await read(lead_id)).status, (await logged(lead_id)).length], [status, 4])
  }
})

test('a lease that is canceled changes nothing about its lead, and the next one for the lead is the one it shows', async () => {
  const lead_id = await newLead()
  const home = await storeHome(org)
  const first = await draft(org, home, { lead_id })
  await cancel(first.lease_id)
  const after = await read(lead_id)
  assert.deepEqual([after.status, after.lease_id], ['APPLIED', first.lease_id])
  const second = await draft(org, home, { lead_id })
  assert.equal((await read(lead_id)).lease_id, second.lease_id)
  const third = await draft(org, home, { lead_id })
  await cancel(third.lease_id)
  assert.equal((await read(lead_id)).lease_id, second.lease_id)
})

test('a lease without a lead has none, and one cannot be created for a lead that does not exist', async () => {
  const home = await storeHome(org)
  const lease = await draft(org, home)
  assert.equal(lead(await sign(lease.lease_id)), null)
  const elsewhere = await newLead(await world.organization())
  for (const lead_id of ['lead_nonsense', elsewhere]) {
    await assert.rejects(draft(org, home, { lead_id }), names('lead_id'))
  }
})

const lead = ({ lead_id }: { lead_id: string | null }) => lead_id
