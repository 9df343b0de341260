/** `gatehouse listen`: a developer sees an organization's events on their own machine, signed as webhooks are. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { idFromUuid } from '#server/base/ids.ts'
import { createWorkOrder } from '#server/domain/work-orders/operations.ts'
import { property, store } from '../records.ts'
import { answering, openReceiver } from '../webhooks/receiver.ts'
import { useWorld } from '../world.ts'
import { connectionString, gatehouse, start, toRealTime, until } from './processes.ts'

const world = useWorld({ role: 'all', own: true })
before(async () => {
  toRealTime(world)
})

test('events of the organization, and of no other, are forwarded once each, with notices of changes, and a line tells of each', async () => {
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

test('a target that is no URL and an unknown kind of event are wrong usage', async () => {
  const settings = { DATABASE_URL: connectionString(world.database.connection) }
  for (const words of [
    ['--forward-to', 'nonsense'],
    ['--forward-to', 'http://localhost:1', '--event', 'nonsense'],
  ]) {
    assert.equal((await gatehouse(['listen', '--org', 'org_x', ...words], settings)).code, 2)
  }
})
