/** `gatehouse listen` and `trigger`: a developer sees an organization's events on their own machine, signed as webhooks are. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { EVENT_TYPES } from '#contract/events.ts'
import { idFromUuid } from '#server/base/ids.ts'
import { createWorkOrder } from '#server/domain/work-orders/operations.ts'
import { openTenancy } from '../domain/tenancy.ts'
import { property, store, unit } from '../records.ts'
import { answering, openReceiver } from '../webhooks/receiver.ts'
import { useWorld } from '../world.ts'
import { connectionString, gatehouse, start, toRealTime, until } from './processes.ts'

const world = useWorld({ role: 'all', own: true })
before(async () => {
  toRealTime(world)
})

test('each event of this organization only is forwarded once, with notices of changes, and a line reports each', async () => {
  await using receiver = await openReceiver()
  const settings = { DATABASE_URL: connectionString(world.database.connection) }
  const [org, other] = [await world.organization(), await world.organization()]
  const open = async (organization: typeof org, titles: string[]) => {
    const maple = property()
    await store(organization, { properties: [maple] })
    toRealTime(world)
    for (const title of titles) {
      await organization.within(context => createWorkOrder(context, { title, property_id: maple.id }))
    }
  }
  await open(org, ['Before anyone listened'])
  const id = idFromUuid('organization', org.id)
  await using listening = start(['listen', '--org', id, '--forward-to', receiver.url], settings)
  await until(() => listening.stdout().includes('until you stop with Ctrl-C'))
  await open(other, ['Elsewhere'])
  await open(org, ['Tap leaks', 'Gate sticks'])
  const of = (type: string) => receiver.received.filter(({ body }) => JSON.parse(body).type === type)
  await until(() => of('ticket.created').length === 2)
  await until(() => of('records.changed').length > 0)
  receiver.answer = answering(500)
  await open(org, ['Roof drips'])
  await until(() => /500 in \d+ ms/.test(listening.stdout()))
  const [secret = ''] = /whsec_\S+/.exec(listening.stdout()) ?? []
  const titles = of('ticket.created').map(({ body, headers }) => {
    const event = new Webhook(secret).verify(body, headers as Record<string, string>) as {
      data: { work_order: { title: string } }
    }
    return event.data.work_order.title
  })
  assert.deepEqual(titles, ['Tap leaks', 'Gate sticks', 'Roof drips'])
  assert.equal(listening.stdout().match(/ticket\.created .* 204 in \d+ ms/g)?.length, 2)
  listening.signal('SIGINT')
  assert.equal((await listening.ended).code, 0)
})

test('trigger causes every event of the organization by actual operations, but not in production outside a sandbox', async () => {
  toRealTime(world)
  const settings = { DATABASE_URL: connectionString(world.database.connection) }
  const org = await world.organization()
  const id = idFromUuid('organization', org.id)
  const trigger = (event: string, more = {}) =>
    gatehouse(['trigger', event, '--org', id, '--json'], { ...settings, ...more })
  const empty = await trigger('payment.received')
  assert.deepEqual([empty.code, JSON.parse(empty.stdout).error], [1, 'conflict'])
  const seeded = ['seed', '--org', id, '--units', '30', '--months', '2', '--json']
  assert.equal((await gatehouse(seeded, settings)).code, 0)
  for (const event of EVENT_TYPES) {
    const { code, stdout, stderr } = await trigger(event)
    assert.equal(code, 0, `${event}: ${stdout} ${stderr}`)
    if (event === 'records.changed') continue
    const types = (await world.call(`/events?limit=100`, { key: org.key })).body.data.map(({ type }) => type)
    assert.ok(types.includes(event), `${event} is not among ${types}`)
  }
  const { body } = await world.call('/payments?status=REVERSED', { key: org.key })
  assert.equal(body.data[0]?.failure_reason, 'Insufficient funds')
  assert.equal((await trigger('rent.raised')).code, 2)
  const production = { GATEHOUSE_ENV: 'production', GATEHOUSE_ROOT_KEY: `a:${Buffer.alloc(32).toString('base64')}` }
  const refused = await trigger('lead.created', production)
  assert.deepEqual([refused.code, JSON.parse(refused.stdout).error], [1, 'forbidden'])
})

test('trigger signs a lease of a unit that no days offline to come keep from being leased', async () => {
  toRealTime(world)
  const settings = { DATABASE_URL: connectionString(world.database.connection) }
  const org = await world.organization()
  const maple = property()
  const [closing, retiring, free] = [
    unit(maple, { label: '1' }),
    unit(maple, { label: '2', in_service_to: '2999-12-31' }),
    unit(maple, { label: '3' }),
  ]
  const offlineSpans = [{ unit_id: closing.id, starts_on: '2999-01-01', ends_on: null, reason: 'Roof' }]
  await store(org, { properties: [maple], units: [closing, retiring, free], offlineSpans })
  const words = ['trigger', 'lease.signed', '--org', idFromUuid('organization', org.id), '--json']
  const { code, stdout } = await gatehouse(words, settings)
  assert.equal(code, 0, stdout)
  const { body } = await world.call('/leases', { key: org.key })
  assert.deepEqual(
    body.data.map(({ unit_id }) => unit_id),
    [free.id],
  )
})

test('trigger pays an invoice of a lease with credit, which pays it in part or in full', async () => {
  toRealTime(world)
  const settings = { DATABASE_URL: connectionString(world.database.connection) }
  const { org, pay } = await openTenancy(world)
  const trigger = async () => {
    const words = ['trigger', 'invoice.paid', '--org', idFromUuid('organization', org.id), '--json']
    const { code, stdout, stderr } = await gatehouse(words, settings)
    assert.equal(code, 0, `${stdout} ${stderr}`)
    const { invoice_id, payment_id } = JSON.parse(stdout)
    assert.equal((await world.call(`/invoices/${invoice_id}`, { key: org.key })).body.status, 'PAID')
    return payment_id
  }
  await pay(5_000)
  const payment = await trigger()
  assert.equal((await world.call(`/payments/${payment}`, { key: org.key })).body.amount_cents, 7_500)
  await pay(20_000)
  assert.equal(await trigger(), undefined)
})

test('a target that is not a URL and an unknown kind of event are wrong usage', async () => {
  const settings = { DATABASE_URL: connectionString(world.database.connection) }
  for (const words of [
    ['--forward-to', 'nonsense'],
    ['--forward-to', 'http://localhost:1', '--event', 'nonsense'],
  ]) {
    assert.equal((await gatehouse(['listen', '--org', 'org_x', ...words], settings)).code, 2)
  }
})
