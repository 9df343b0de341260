/** The programs of examples/, run as separate processes with the packed client against the real service: killed, started again, and compared. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { type Client, createClient, type LeaseRecord } from '#client/index.ts'
import { ROOT } from '#server/bundle.ts'
import { createRandom } from '#server/seed/random.ts'
import { signedIn } from '../console/visitor.ts'
import { storeConsoleSample } from '../contract/console-exercises.ts'
import { openTenancy } from '../domain/tenancy.ts'
import { freePort } from '../free-port.ts'
import { property, store } from '../records.ts'
import { openWrites, WRITES } from '../service/mixed-load.ts'
import { toRealTime, until } from '../service/processes.ts'
import { repeats } from '../sizes.ts'
import { openReceiver } from '../webhooks/receiver.ts'
import { type Organization, useWorld } from '../world.ts'
import { openProject, type Project } from './packed.ts'
import { openHold, openStall } from './proxies.ts'

const world = useWorld({ role: 'all', own: true })
let project: Project
before(async () => {
  project = await openProject()
  for (const name of ['mirror/mirror.ts', 'journal/journal.ts'])
    cpSync(join(ROOT, 'examples', name), join(project.folder, name.split('/')[1] as string))
})
after(() => project?.[Symbol.asyncDispose]())

const settingsOf = (org: Organization, file: string, url = world.service.url) => ({
  GATEHOUSE_URL: `${url}`,
  GATEHOUSE_KEY: org.key,
  MIRROR_FILE: file,
  JOURNAL_FILE: file,
})
const run = (words: string[], env: Record<string, string>) => project.run(process.execPath, words, env)
const clientOf = (org: Organization) => createClient({ baseUrl: `${world.service.url}`, apiKey: org.key })

/** Starts a program behind a proxy that stalls, and kills it at that moment. */
async function runUntilKilled(
  program: string,
  org: Organization,
  file: string,
  path: string,
  nth: number,
): Promise<void> {
  await using stall = await openStall(`${world.service.url}`, path, nth)
  const env = { PATH: process.env.PATH ?? '', ...settingsOf(org, file, stall.url) }
  const child = spawn(process.execPath, [program, 'sync'], { cwd: project.folder, env, stdio: 'ignore' })
  const ended = once(child, 'exit')
  await stall.stalled
  child.kill('SIGKILL')
  assert.equal((await ended)[1], 'SIGKILL')
}

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

function open(file: string): DatabaseSync {
  return new DatabaseSync(join(project.folder, file), { readOnly: true })
}

function mirrored(file: string): Map<string, unknown> {
  using db = open(file)
  const rows = db.prepare('select type, id, record from records').all() as Record<'type' | 'id' | 'record', string>[]
  return new Map(rows.map(({ type, id, record }) => [`${type} ${id}`, JSON.parse(record)]))
}

test('the mirror equals the service after it was killed during an export and between two pages, and answers queries', async () => {
  const org = await world.organization({ plan: 'ENTERPRISE' })
  await storeConsoleSample(world, org)
  const client = clientOf(org)
  await runUntilKilled('mirror.ts', org, 'mirror.db', '/export', 1)
  assert.equal(mirrored('mirror.db').size, 0, 'half an export was kept')
  const { isNewCopy } = JSON.parse(await run(['mirror.ts', 'sync'], settingsOf(org, 'mirror.db')))
  assert.equal(isNewCopy, true)
  assert.deepEqual(mirrored('mirror.db'), await recordsOf(client))
  await store(org, { properties: Array.from({ length: 120 }, () => property()) })
  await until(async () => (await client.listChanges({ after: cursorOf('mirror.db') })).has_more)
  await runUntilKilled('mirror.ts', org, 'mirror.db', '/changes', 2)
  await run(['mirror.ts', 'sync'], settingsOf(org, 'mirror.db'))
  assert.deepEqual(mirrored('mirror.db'), await recordsOf(client))
  const ask = async (question: string) =>
    JSON.parse(await run(['mirror.ts', 'ask', question], settingsOf(org, 'mirror.db')))
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

test('the journal balances and agrees with every lease after all writes, whenever it was killed, and posts nothing twice', async () => {
  const org = await world.organization({ plan: 'ENTERPRISE' })
  const sample = await storeConsoleSample(world, org)
  await using receiver = await openReceiver()
  const random = createRandom('journal')
  const writes = await openWrites(sample, [receiver], () => random.between(0, 1))
  const admin = await signedIn(world, org, 'OWNER')
  await runUntilKilled('journal.ts', org, 'journal.db', '/export', 1)
  const names = WRITES.filter(name => /lease|invoice|payment|deposit|charge/i.test(name))
  for (let round = 0; round < repeats(2, 6); round++) {
    for (const name of random.shuffle([...names])) {
      const { path, method, body } = await writes.of(name)
      const reply = await admin.call(path, { method, ...(body !== undefined && { body }) })
      writes.hear(name, reply.body)
    }
    await assertAgrees(org)
  }
  // The steps that are rarely chosen at random, because few records allow them.
  const step = async (path: string, body: object) => (await admin.call(admin.inside(path), { body })).status < 300
  const steps = {
    return: { amount_cents: 100 },
    withhold: { deductions: [{ description: 'Carpet', amount_cents: 100 }] },
  }
  for (const [name, body] of Object.entries(steps)) {
    const [held] = (await leasesOf(org)).filter(({ deposit_held_cents }) => (deposit_held_cents ?? 0) > 100)
    assert.ok(await step(`/leases/${held?.lease_id}/${name}-deposit`, body), name)
    await assertAgrees(org)
  }
  let isReversed = false
  for await (const { payment_id } of clientOf(org).eachPayment()) {
    isReversed ||= await step(`/payments/${payment_id}/reverse`, { reason: 'Insufficient funds' })
  }
  assert.ok(isReversed)
  await assertAgrees(org)
  await runUntilKilled('journal.ts', org, 'journal.db', '/changes', 1)
  const before = lines()
  assert.ok(before.length > 20)
  await run(['journal.ts', 'sync'], settingsOf(org, 'journal.db'))
  assert.deepEqual(lines(), before)
  forgetCheckpoint()
  await run(['journal.ts', 'sync'], settingsOf(org, 'journal.db'))
  assert.deepEqual(lines(), before, 'a new copy of the same records posts nothing')
  const csv = (await run(['journal.ts', 'csv'], settingsOf(org, 'journal.db'))).trim().split('\n')
  assert.equal(csv.length, before.length + 1)
  assert.match(csv[1] as string, /^1,[a-z]+_\w+,\d{4}-\d\d-\d\d,"\d{4} [\w ]+",(\d+\.\d\d,|,\d+\.\d\d),".+"$/)
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
  const env = { ...settingsOf(org, 'followed.db', passes.url), WEBHOOK_SECRET: String(secret), PORT: String(port) }
  const child = spawn(process.execPath, ['mirror.ts', 'serve'], {
    cwd: project.folder,
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
    const { work_order_id: id } = await clientOf(org).createWorkOrder({ title: 'Tap', property_id: court.id })
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
    await run(['mirror.ts', 'sync'], settingsOf(org, 'other.db'))
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
  const { data } = await clientOf(org).listInvoices({ status: 'OVERDUE' })
  const overdue = data.reduce((sum, { balance_cents }) => sum + balance_cents, 0)
  await run(['mirror.ts', 'sync'], settingsOf(org, 'zoned.db'))
  const [{ past_due }] = JSON.parse(await run(['mirror.ts', 'ask', 'past-due'], settingsOf(org, 'zoned.db')))
  assert.equal(Math.round(past_due * 100), overdue)
})

type Line = { entry: string; account: string; cents: number }

function lines(): Line[] {
  using db = open('journal.db')
  return db.prepare('select entry, account, cents from journal order by line').all() as Line[]
}

async function leasesOf(org: Organization): Promise<LeaseRecord[]> {
  const leases: LeaseRecord[] = []
  for await (const lease of clientOf(org).eachLease()) leases.push(lease)
  return leases
}

/** Compares the balances of the journal with those that the service returns for each lease. */
async function assertAgrees(org: Organization): Promise<void> {
  const client = clientOf(org)
  const leases = await leasesOf(org)
  const { today } = await client.getOrganization()
  // The balance of a lease is that of today, while the journal also has the charges of later days. Deposits are not part of the
  // balance.
  let apart = 0
  for await (const { lines, status, issue_date, total_cents, balance_cents } of client.eachInvoice()) {
    if (lines.some(({ charge_code }) => charge_code === 'DEPOSIT')) apart += issue_date > today ? 0 : -balance_cents
    else if (issue_date > today && status !== 'DRAFT' && status !== 'VOID') apart += total_cents
  }
  // The sample has a ledger entry that belongs to no invoice and no payment. The product itself never posts one.
  for (const { lease_id } of leases) {
    for await (const line of client.eachLeaseLedgerEntry({ id: lease_id, account: 'RECEIVABLE' })) {
      if (line.invoice_id === null && line.payment_id === null) apart -= line.amount_cents
    }
  }
  const sum = (of: (lease: LeaseRecord) => number | null) =>
    leases.reduce((total, lease) => total + (of(lease) ?? 0), 0)
  const wanted = {
    owed: sum(lease => lease.balance_cents) + apart,
    held: sum(lease => lease.deposit_held_cents),
  }
  let found = {}
  await until(async () => {
    await run(['journal.ts', 'sync'], settingsOf(org, 'journal.db'))
    const balanceOf = (...accounts: string[]) =>
      lines().reduce((total, { account, cents }) => total + (accounts.includes(account.slice(0, 4)) ? cents : 0), 0)
    found = { owed: balanceOf('1200', '2200'), held: -balanceOf('2100') }
    return JSON.stringify(found) === JSON.stringify(wanted)
  }).catch(() => {})
  assert.deepEqual(found, wanted)
  assert.equal(
    lines().reduce((total, { cents }) => total + cents, 0),
    0,
  )
}

function forgetCheckpoint(): void {
  using db = new DatabaseSync(join(project.folder, 'journal.db'))
  db.exec('delete from progress')
}

function cursorOf(file: string): string {
  using db = open(file)
  const { checkpoint } = db.prepare('select checkpoint from progress').get() as { checkpoint: string }
  return JSON.parse(checkpoint)[1]
}
