/**
 * Tables refer to their organization only where nothing else proves that it exists, because such a key is checked for every row, and each check locks
 * the row of the organization.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWebhook } from '#server/domain/webhooks/operations.ts'
import { property, resident, store, unit } from '../records.ts'
import { type Organization, useWorld } from '../world.ts'

const world = useWorld()

/** Tables that refer to their organization although another key of theirs, which is never null, refers to a row of it. */
const REDUNDANT = `
  select direct.conrelid::regclass::text as name
    from pg_constraint direct
   where direct.contype = 'f' and direct.confrelid = 'public.organizations'::regclass and direct.conparentid = 0
     and exists (
       select from pg_constraint other
        where other.contype = 'f' and other.conrelid = direct.conrelid and other.conkey @> direct.conkey and other.oid <> direct.oid
          and not exists (
            select from pg_attribute a where a.attrelid = other.conrelid and a.attnum = any (other.conkey) and not a.attnotnull
          )
     )
   order by 1`

const redundant = async () => (await world.sql<{ name: string }>(REDUNDANT)).map(({ name }) => name)

test('a table whose rows refer to another record of their organization does not refer to the organization as well', async () => {
  assert.deepEqual(await redundant(), [])
  await world.sql(`
    create table planted (
      organization_id uuid not null references organizations (id), unit_id text collate "C" not null,
      foreign key (organization_id, unit_id) references units (organization_id, id)
    )`)
  try {
    assert.deepEqual(await redundant(), ['planted'])
  } finally {
    await world.sql('drop table planted')
  }
})

test('what a call stores besides its change does not lock the row of its organization', async () => {
  const org = await world.organization()
  const maple = property()
  const [home, dana] = [unit(maple), resident()]
  await store(org, { properties: [maple], units: [home], residents: [dana] })
  await org.within(context => createWebhook(context, { event: 'ticket.created', target_url: 'https://192.0.2.1/' }))
  const post = async (path: string, body: object, key: string) => {
    const headers = { 'idempotency-key': key }
    const reply = await world.call(path, { key: org.key, method: 'POST', body: JSON.stringify(body), headers })
    assert.equal(reply.status, 201, reply.text)
    return reply.body
  }
  const order = { unit_id: home.id, title: 'Gutters are full' }
  const message = { resident_id: dana.id, body: 'The gutters will be cleaned tomorrow.' }
  // The first work order creates the counter of their numbers, which has no other key.
  const { work_order_id } = await post('/work-orders', order, 'first-work-order')

  const before = await lockerOf(org)
  await post('/work-orders', order, 'second-work-order')
  await post('/messages', message, 'first-message')
  const changed = await world.call(`/work-orders/${work_order_id}`, {
    ...{ key: org.key, method: 'PATCH' },
    body: JSON.stringify({ status: 'SCHEDULED' }),
  })
  assert.equal(changed.status, 200, changed.text)
  assert.equal(await lockerOf(org), before)
})

/** The transaction that last locked or changed the row of the organization. */
async function lockerOf({ id }: Organization): Promise<string> {
  const [row] = await world.sql<{ xmax: string; xmin: string }>(
    'select xmin::text, xmax::text from organizations where id = $1',
    [id],
  )
  return `${row?.xmin} ${row?.xmax}`
}
