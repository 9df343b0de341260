/** The mirror of examples/, run as a separate process with the packed client against the real service: killed, started again, and compared. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import type { Client } from '#client/index.ts'
import { storeConsoleSample } from '../contract/console-exercises.ts'
import { openTenancy } from '../domain/tenancy.ts'
import { freePort } from '../free-port.ts'
import { property, store } from '../records.ts'
import { toRealTime, until } from '../service/processes.ts'
import { useWorld } from '../world.ts'
import { type Examples, openExamples } from './example-programs.ts'
import { openHold } from './proxies.ts'

const world = useWorld({ role: 'all', own: true })
let examples: Examples
before(async () => {
  examples = await openExamples(world)
})
after(() => examples?.[Symbol.asyncDispose]())

/** All records of an organization as the service has them now. */
async function recordsOf(client: Client): Promise<Map<string, unknown>> {
  const records = new Map<string, unknown>()
  await client.sync({
    load: () => null,
    async store({ changes }) {
      for await (const { type, id, record } of changes) records.set(`${type} ${id}`, record)
    },
  })
  return records
}

function mirrored(file: string): Map<string, unknown> {
  using db = examples.open(file)
  const rows = db.prepare('select type, id, record from records').all() as Record<'type' | 'id' | 'record', string>[]
  return new Map(rows.map(({ type, id, record }) => [`${type} ${id}`, JSON.parse(record)]))
}

test('the mirror equals the service after it was killed during an export and between two pages, and answers queries', async () => {
  const org = await world.organization({ plan: 'ENTERPRISE' })
  await storeConsoleSample(world, org)
  const client = examples.clientOf(org)
  await examples.runUntilKilled('mirror.ts', org, 'mirror.db', '/export', 1)
  assert.equal(mirrored('mirror.db').size, 0, 'half an export was kept')
  const { isNewCopy } = JSON.parse(await examples.run(['mirror.ts', 'sync'], examples.settingsOf(org, 'mirror.db')))
  assert.equal(isNewCopy, true)
  assert.deepEqual(mirrored('mirror.db'), await recordsOf(client))
  await store(org, { properties: Array.from({ length: 120 }, () => property()) })
  await until(async () => (await client.listChanges({ after: cursorOf('mirror.db') })).has_more)
  await examples.runUntilKilled('mirror.ts', org, 'mirror.db', '/changes', 2)
  await examples.run(['mirror.ts', 'sync'], examples.settingsOf(org, 'mirror.db'))
  assert.deepEqual(mirrored('mirror.db'), await recordsOf(client))
  const ask = async (question: string) =>
    JSON.parse(await examples.run(['mirror.ts', 'ask', question], examples.settingsOf(org, 'mirror.db')))
  const vacant = []
  for await (const { status } of client.eachUnit()) if (status?.startsWith('VACANT')) vacant.push(status)
  assert.equal((await ask('vacant-units')).length, vacant.length)
  let overdue = 0
  const today = new Date().toISOString().slice(0, 10)
  for await (const { balance_cents, due_date } of client.eachInvoice()) if (due_date < today) overdue += balance_cents
  const pastDue: { past_due: number }[] = await ask('past-due')
  assert.equal(Math.round(pastDue.reduce((sum, { past_due }) => sum + past_due * 100, 0)), overdue)
  assert.ok(overdue > 0 && vacant.length > 0)
  assert.ok((await ask('open-work-orders'))[0].open > 0)
})

test('the mirror reacts to the webhook records.changed, once to those that arrive during a pass, and refuses a forged one', async () => {
  toRealTime(world) // A receiver uses the real time.
  const org = await world.organization()
  const court = property()
  await store(org, { properties: [court] })
  const port = await freePort()
  const hook = `http://127.0.0.1:${port}/`
  const body = JSON.stringify({ event: 'records.changed', target_url: hook })
  const { secret } = (await world.call('/webhooks', { key: org.key, method: 'POST', body })).body
  await using passes = await openHold(`${world.service.url}`, '/organization')
  const env = {
    ...examples.settingsOf(org, 'followed.db', passes.url),
    WEBHOOK_SECRET: String(secret),
    PORT: String(port),
  }
  const child = spawn(process.execPath, ['mirror.ts', 'serve'], {
    cwd: examples.folder,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', text => {
    printed += text
  })
  try {
    await until(() => /listening/.test(printed) && /1 records/.test(printed))
    assert.equal((await fetch(hook, { method: 'POST', body: '{}' })).status, 400)
    const { work_order_id: id } = await examples.clientOf(org).createWorkOrder({ title: 'Tap', property_id: court.id })
    await until(() => {
      // The next notice is due five seconds after the last one.
      world.clock.advance(1_000)
      return mirrored('followed.db').has(`work_order ${id}`)
    })
    const notify = async () => {
      const [at, text] = [new Date(), JSON.stringify({ type: 'records.changed' })]
      const signature = new Webhook(String(secret)).sign('evt_1', at, text)
      const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)) }
      const reply = await fetch(hook, {
        method: 'POST',
        headers: { ...headers, 'webhook-signature': signature },
        body: text,
      })
      assert.equal(reply.status, 204)
    }
    const before = passes.count()
    const release = passes.hold()
    for (let sent = 0; sent < 20; sent++) await notify()
    release()
    await until(() => passes.count() >= before + 2)
    // Takes longer than a pass of the mirror, which may have made one more because a minute has passed.
    await examples.run(['mirror.ts', 'sync'], examples.settingsOf(org, 'other.db'))
    assert.ok(passes.count() <= before + 3, `${passes.count() - before} passes`)
  } finally {
    child.kill()
    await once(child, 'exit')
  }
})

test('the mirror compares due dates with the day of the organization, not with that of UTC', async () => {
  toRealTime(world)
  // At every hour, one of these zones has another day than UTC, and no new day begins in it within half an hour.
  const minute = new Date().getUTCHours() * 60 + new Date().getUTCMinutes()
  const timeZone = minute < 10.5 * 60 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'
  const { org, charge } = await openTenancy(world, await world.organization({ timeZone }))
  for (const [index, days] of [-2, -1, 0, 1, 2].entries()) {
    await charge(100 * 2 ** index, { due_date: new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10) })
  }
  const { data } = await examples.clientOf(org).listInvoices({ status: 'OVERDUE' })
  const overdue = data.reduce((sum, { balance_cents }) => sum + balance_cents, 0)
  await examples.run(['mirror.ts', 'sync'], examples.settingsOf(org, 'zoned.db'))
  const [{ past_due }] = JSON.parse(
    await examples.run(['mirror.ts', 'ask', 'past-due'], examples.settingsOf(org, 'zoned.db')),
  )
  assert.equal(Math.round(past_due * 100), overdue)
})

function cursorOf(file: string): string {
  using db = examples.open(file)
  const { checkpoint } = db.prepare('select checkpoint from progress').get() as { checkpoint: string }
  return JSON.parse(checkpoint)[1]
}
