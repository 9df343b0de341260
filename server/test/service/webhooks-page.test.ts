/** The page docs/webhooks.md: its receivers work as printed, and its figures and settings are those of the service. */
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { EVENT_DATA } from '#contract/event-examples.ts'
import { ROOT } from '#server/bundle.ts'
import { SETTINGS } from '#server/config.ts'
import { RETRY_SCHEDULE } from '#server/webhooks/schedule.ts'
import { freePort } from '../free-port.ts'
import { property, store } from '../records.ts'
import { openReceiver } from '../webhooks/receiver.ts'
import { useOrganization, useWorld } from '../world.ts'
import { toRealTime, until } from './processes.ts'

const page = readFileSync(join(ROOT, 'docs/webhooks.md'), 'utf8')

const world = useWorld({ role: 'all', own: true })
const org = useOrganization(world)
let folder: string
before(async () => {
  // Receivers use the real time.
  toRealTime(world)
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-receiver-'))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
})
after(async () => {
  rmSync(folder, { recursive: true, force: true })
})

const call = async (path: string, body?: object) => {
  const reply = await world.call(path, { key: org.key, method: 'POST', ...(body && { body: JSON.stringify(body) }) })
  assert.ok(reply.status < 300, reply.text)
  return reply.body
}

const RECEIVERS = [
  { language: 'js', file: 'receiver.mjs', program: process.execPath },
  { language: 'python', file: 'receiver.py', program: 'python3' },
]

for (const { language, file, program } of RECEIVERS) {
  const skip = spawnSync(program, ['--version']).status === 0 ? false : `this machine has no ${program}`
  test(`${file}, as printed, processes an event once, even during a rotation, and refuses a forged one`, {
    skip,
  }, async () => {
    writeFileSync(join(folder, file), onlyBlock(language))
    const port = await freePort()
    const url = `http://127.0.0.1:${port}/hooks`
    const { id, secret } = await call('/webhooks', { event: 'ticket.created', target_url: url })
    await call(`/webhooks/${id}/rotate-secret`)
    const child = spawn(program, [file], {
      cwd: folder,
      env: { PATH: process.env.PATH, WEBHOOK_SECRET: String(secret), PORT: String(port) },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    try {
      let printed = ''
      child.stdout.setEncoding('utf8').on('data', text => {
        printed += text
      })
      await until(() => accepts(port))
      await openWorkOrder()
      await world.service.deliveries?.idle()
      const [delivery] = await deliveries(id)
      assert.equal(delivery?.status, 'DELIVERED', JSON.stringify(delivery))
      await call(`/webhooks/${id}/deliveries/${delivery?.delivery_id}/redeliver`)
      await world.service.deliveries?.idle()
      assert.equal(((await deliveries(id))[0]?.attempts as unknown[]).length, 2)
      await until(() => printed.includes('\n'))
      assert.equal(printed, `ticket.created ${delivery?.event_id}\n`)
      for (const forged of FORGERIES) assert.equal(await forge(url, forged), 400, JSON.stringify(forged))
      for (const length of ['-1', '100000000']) await untilRefused(port, length)
    } finally {
      await end(child)
      await world.call(`/webhooks/${id}`, { key: org.key, method: 'DELETE' })
    }
  })
}

const hasOpenssl = spawnSync('openssl', ['version']).status === 0
test('a signature computed by hand equals the one that is sent', {
  skip: !hasOpenssl && 'this machine has no openssl',
}, async () => {
  await using receiver = await openReceiver()
  const { id, secret } = await call('/webhooks', { event: 'ticket.created', target_url: receiver.url })
  await call(`/webhooks/${id}/test`)
  await world.service.deliveries?.idle()
  const [received] = receiver.received
  assert.ok(received)
  writeFileSync(join(folder, 'body.json'), received.body)
  const script = (blocks('sh').find(text => text.includes('openssl dgst')) as string).replaceAll(/^\w+=.*….*$/gm, '')
  const env = {
    PATH: process.env.PATH,
    WEBHOOK_SECRET: String(secret),
    ID: String(received.headers['webhook-id']),
    TIMESTAMP: String(received.headers['webhook-timestamp']),
  }
  const printed = execFileSync('sh', ['-c', script], { cwd: folder, env, encoding: 'utf8' })
  assert.equal(printed.trim(), received.headers['webhook-signature'])
})

test('the events, the schedule and the settings on the page are those of the service', () => {
  for (const [type, { happensWhen, data }] of Object.entries(EVENT_DATA)) {
    const row = page.split('\n').find(line => line.startsWith(`| \`${type}\``)) ?? ''
    const [, , when = '', names = ''] = row.split('|').map(cell => cell.trim())
    assert.equal(
      when.toLowerCase(),
      happensWhen
        .toLowerCase()
        .replace(/^occurs when /, '')
        .replace(/\.$/, ''),
    )
    assert.deepEqual(names.replaceAll('`', '').split(', '), Object.keys(data.properties))
  }
  const sentence = /is retried:\s+([^.]*?)\s+after the previous attempt/.exec(page)?.[1] ?? ''
  const ms = { s: 1_000, min: 60_000, h: 3_600_000 }
  const delays = [...sentence.matchAll(/(\d+) (s|min|h)\b/g)].map(
    ([, n, unit]) => Number(n) * ms[unit as keyof typeof ms],
  )
  assert.deepEqual([0, ...delays], RETRY_SCHEDULE)
  for (const name of ['GATEHOUSE_ROOT_KEY', 'WEBHOOK_RETRY_SCHEDULE', 'WEBHOOK_ALLOWED_CIDRS'] as const) {
    assert.ok(page.includes(`| \`${name}\` | ${SETTINGS[name]} |`), name)
  }
})

function blocks(language: string): string[] {
  return [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, of, text]) =>
    of === language ? [text as string] : [],
  )
}

function onlyBlock(language: string): string {
  const [text, ...more] = blocks(language)
  assert.ok(text !== undefined && more.length === 0)
  return text
}

async function openWorkOrder(): Promise<void> {
  const maple = property()
  await store(org, { properties: [maple] })
  await call('/work-orders', { title: 'Tap leaks', property_id: maple.id })
}

async function deliveries(id: unknown): Promise<Record<string, unknown>[]> {
  return (await world.call(`/webhooks/${id}/deliveries`, { key: org.key })).body.data
}

/**
 * What is different in the headers of a forged request: nothing but the signature, a header that is missing, and ones that are not what they should
 * be.
 */
const FORGERIES: Readonly<Record<string, string | undefined>>[] = [
  {},
  { 'webhook-id': undefined },
  { 'webhook-timestamp': undefined },
  { 'webhook-timestamp': 'now' },
  { 'webhook-timestamp': '\u00b2' },
  { 'webhook-timestamp': '9'.repeat(5_000) },
  { 'webhook-signature': undefined },
  { 'webhook-signature': 'v1,' },
  { 'webhook-signature': 'v1,\u00e9' },
]

/** A call with a forged signature. */
async function forge(url: string, changes: (typeof FORGERIES)[number]): Promise<number> {
  const changed = {
    'webhook-id': 'evt_forged',
    'webhook-timestamp': String(Math.floor(world.clock.now() / 1000)),
    'webhook-signature': `v1,${Buffer.alloc(32, 7).toString('base64')}`,
    ...changes,
  }
  const headers = Object.fromEntries(Object.entries(changed).filter((entry): entry is [string, string] => !!entry[1]))
  return (await fetch(url, { method: 'POST', headers, body: '{"id":"evt_forged","type":"ticket.created"}' })).status
}

/** Sends more than an event has, of a body that never ends, and resolves once the receiver has ended the connection. */
async function untilRefused(port: number, length: string): Promise<void> {
  const ended = Promise.withResolvers<void>()
  const socket = connect(port, '127.0.0.1')
  // The receiver may reset the connection while more arrives.
  socket.on('error', () => {}).on('close', () => ended.resolve())
  socket.write(`POST /hooks HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`)
  socket.write('a'.repeat(2 * 1024 * 1024))
  socket.resume()
  await ended.promise
}

function accepts(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(port, '127.0.0.1', () => resolve(true))
  socket.on('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
