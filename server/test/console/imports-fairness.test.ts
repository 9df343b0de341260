/**
 * What one customer's imports and uploads cost the others: no time on the thread that answers calls, little memory, and no place in
 * the queue.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, beforeEach, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'
import { idFromUuid } from '#server/base/ids.ts'
import { openImports } from '#server/console/imports.ts'
import { importPool, QUEUE } from '#server/database.ts'
import { clientConfig } from '#server/db/session.ts'
import type { Member } from '#server/platform/members/member.ts'
import { Turns } from '#server/platform/turns.ts'
import { assertRefused } from '../contract/promises.ts'
import { heldMegabytes } from '../memory.ts'
import { until } from '../service/processes.ts'
import { repeats } from '../sizes.ts'
import { type Reply, useWorld } from '../world.ts'
import { type Office, openOffice } from './office.ts'
import { visitor } from './visitor.ts'

const world = useWorld({ own: true })
/** The folder in which uploads are received. */
let folder: string
const { TMPDIR } = process.env
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
  process.env.TMPDIR = folder
})
after(async () => {
  if (TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = TMPDIR
  rmdirSync(folder)
})
beforeEach(() => world.clock.advance(61_000))

const MIB = 1024 * 1024
const HEADER = 'Property,Unit,BD/BA,Market Rent,Status,Tenant,Rent,Deposit,Lease From\n'

function rollOf(units: number): string {
  const rows = Array.from({ length: units }, (_, index) => {
    const place = `"Court ${index % 50} - ${index % 50} Oak St Akron, OH 44301",${index}`
    return `${place},2/1,1400,Current,"Ann Elm${index}; Bo Fir",1300,1300,1/1/2026\n`
  })
  return HEADER + rows.join('')
}

const upload = (text: string, more: Record<string, unknown> = {}) => ({
  file_name: 'roll.csv',
  content: Buffer.from(text).toString('base64'),
  ...more,
})
const send = (office: Office, text: string, more?: Record<string, unknown>): Promise<Reply> =>
  office.call('POST', '/imports', upload(text, more))

/** Sends the head of an upload over a separate socket; the test then writes as much of the body as it needs. */
async function beginUpload({ admin }: Office, length: number): Promise<{ socket: Socket; reply: Promise<string> }> {
  const { url } = world.service
  const { hostname, port } = new URL(url as string)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  socket.write(
    `POST /console/api${admin.inside('/imports')} HTTP/1.1\r\nhost: ${hostname}:${port}\r\norigin: ${url}\r\ncookie: ${cookie}\r\n` +
      `content-type: application/json\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n`,
  )
  const reply = once(socket.setEncoding('utf8'), 'data').then(([text]) => String(text))
  return { socket, reply }
}

const write = (socket: Socket, piece: string | Buffer) =>
  new Promise<void>((resolve, reject) => socket.write(piece, error => (error ? reject(error) : resolve())))

test('an import runs in a different thread from the one that answers calls', async () => {
  const office = await openOffice(world)
  // The share hardly depends on the number of rows, and 60,000 took a busy machine longer than a call may take.
  const roll = rollOf(300)
  const [whole, own] = [process.cpuUsage(), process.threadCpuUsage()]
  const rehearsed = await send(office, roll, { dry_run: true })
  const spent = ({ user, system }: NodeJS.CpuUsage) => user + system
  const share = spent(process.threadCpuUsage(own)) / spent(process.cpuUsage(whole))
  assert.equal(rehearsed.status, 200, rehearsed.text)
  assert.ok(share < 0.5, `${Math.round(share * 100)}% of the work was done by the thread that answers calls`)
})

test('an organization has one import at a time; another is refused before it is read, and a third organization is not delayed', async () => {
  const [office, other] = [await openOffice(world), await openOffice(world)]
  const body = JSON.stringify(upload(rollOf(3)))
  const first = await beginUpload(office, body.length)
  await write(first.socket, body.slice(0, 20))
  await until(async () => readdirSync(folder).length === 1)
  const second = await (await beginUpload(office, body.length)).reply
  assert.match(second, /^HTTP\/1.1 409 /)
  assert.match(second, /retry-after: 5\r\n/i)
  assert.match(
    second,
    /"error":"conflict","message":"Another import was running in this organization\. Wait until it is done, and try again\./,
  )
  assert.equal((await send(other, rollOf(3))).status, 200)
  await write(first.socket, body.slice(20))
  assert.match(await first.reply, /^HTTP\/1.1 200 /)
  assert.equal((await send(office, rollOf(3))).body.unchanged, 3)
})

/** The imports of a process of their own, with other limits than those of the world's service. */
function importsFor(limits: { transactionTimeoutMs?: number; readingLimitMs?: number }) {
  const { readingLimitMs, ...pool } = limits
  return openImports({
    pool: importPool(world.database.connection, pool),
    now: () => world.clock.now(),
    turns: new Turns(QUEUE),
    onFailure: () => {},
    ...(readingLimitMs !== undefined && { readingLimitMs }),
  })
}

/** What `importFile` gets when a member of the organization uploads a file. */
function uploadedBy(id: string, text: string, { gone, ...more }: { gone: AbortSignal; dry_run?: boolean }) {
  const principal = { organizationId: id, customerId: id, actor: 'dana@example.com' }
  const member = { ...principal, isSandbox: false, timeZone: 'America/New_York' } as Member
  const body = Readable.from([JSON.stringify(upload(text, more))])
  const path = { organization_id: idFromUuid('organization', id) }
  return [member, { body, path, query: {}, gone, decideAgain: async () => {} }] as const
}

test('a file that is read for too long is refused, and the next one has its place', async () => {
  const { id } = await world.organization()
  const imports = importsFor({ readingLimitMs: 1 })
  for (const units of [1, 2, 3]) {
    const reading = imports.importFile(...uploadedBy(id, rollOf(units), { gone: new AbortController().signal }))
    await assert.rejects(reading, { code: 'invalid_request', message: /^The file could not be read in time\./ })
  }
  await imports.close()
})

test('uploads in progress use little memory', async () => {
  const LENGTH = 15 * MIB
  const offices = await Promise.all(Array.from({ length: repeats(6, 20) }, () => openOffice(world)))
  const piece = Buffer.alloc(LENGTH - MIB, 'A')
  const before = heldMegabytes()
  const uploads = await Promise.all(offices.map(office => beginUpload(office, LENGTH)))
  await Promise.all(
    uploads.map(async ({ socket }) => {
      await write(socket, '{"file_name":"roll.csv","content":"')
      await write(socket, piece)
    }),
  )
  const grown = heldMegabytes() - before
  for (const { socket } of uploads) socket.destroy()
  const sent = (uploads.length * LENGTH) / 1e6
  assert.ok(grown < sent / 4, `${uploads.length} uploads of ${Math.round(sent)} MB in all hold ${Math.round(grown)} MB`)
  // The uploads that were broken off have ended, and hold up none that follows.
  await until(async () => (await send(offices[0] as Office, rollOf(1))).status === 200)
})

/** Keeps imports from continuing while `work` runs. `heldUp` returns how many have come that far. */
async function whileHeldUp(work: (heldUp: () => Promise<number>, goOn: () => Promise<unknown>) => Promise<void>) {
  const owner = new pg.Client(clientConfig(world.database.connection))
  await owner.connect()
  const heldUp = async () =>
    (
      await world.sql(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ~ 'units'`,
      )
    ).length
  try {
    await owner.query('begin; lock table units in access exclusive mode')
    await work(heldUp, () => owner.query('commit'))
  } finally {
    await owner.end()
  }
}

test('only a few files are imported at once; the others wait for their turn and are then imported', async () => {
  const offices = await Promise.all(Array.from({ length: 4 }, () => openOffice(world)))
  await whileHeldUp(async (heldUp, goOn) => {
    const replies = offices.map(office => send(office, rollOf(5)))
    // Once all are received, any import that could continue would do so.
    await until(async () => readdirSync(folder).length === 4 && (await heldUp()) === 2)
    assert.equal((await world.call('/webhooks', { key: offices[0]?.org.key as string })).status, 200)
    assert.equal(await heldUp(), 2)
    await goOn()
    for (const reply of await Promise.all(replies)) assert.equal(reply.status, 200, reply.text)
  })
})

for (const dry_run of [true, false]) {
  const what = dry_run ? 'a preview' : 'an import'
  test(`${what} whose caller has left is ended, and the next file of the organization has its turn`, async () => {
    const { id } = await world.organization()
    // Longer than the test waits, so that no limit of time ends what nobody waits for.
    const imports = importsFor({ transactionTimeoutMs: 3_600_000 })
    const [caller, next] = [new AbortController(), new AbortController()]
    await whileHeldUp(async (heldUp, goOn) => {
      const left = imports.importFile(...uploadedBy(id, rollOf(5), { dry_run, gone: caller.signal }))
      left.catch(() => {})
      await until(async () => (await heldUp()) === 1)
      caller.abort()
      const following = imports.importFile(...uploadedBy(id, rollOf(3), { gone: next.signal }))
      await assert.rejects(left, { code: 'unavailable', message: 'The caller disconnected.' })
      await until(async () => (await heldUp()) === 1)
      await goOn()
      const { records } = (await following) as { records: { noun: string; created: number }[] }
      const units = records.find(({ noun }) => noun === 'units')
      assert.equal(units?.created, 3, 'nothing of the file before it is stored')
    })
    await imports.close()
  })
}

test('an import is refused while another process imports into the same organization', async () => {
  const office = await openOffice(world)
  const there = visitor({ service: await world.another() })
  await there.signIn(office.admin.email)
  await whileHeldUp(async (heldUp, goOn) => {
    const reply = send(office, rollOf(5))
    await until(async () => (await heldUp()) === 1)
    const refused = await there.call(office.admin.inside('/imports'), { body: upload(rollOf(5)) })
    assertRefused(refused, 'conflict')
    assert.equal(refused.headers.get('retry-after'), '5')
    await goOn()
    assert.equal((await reply).status, 200)
  })
})

test('an upload that is truncated, too long or not JSON leaves nothing behind', async () => {
  const office = await openOffice(world)
  const { socket } = await beginUpload(office, 1_000)
  await write(socket, '{"file_name":"')
  await until(async () => readdirSync(folder).length === 1)
  socket.destroy()
  await until(async () => readdirSync(folder).length === 0)
  // The connection is cut at every stage: before anything is read, while the folder is created, and while the body is
  // received.
  for (let cut = 0; cut < repeats(30, 300); cut++) {
    const { socket } = await beginUpload(office, 1_000)
    await write(socket, '{"file_name":"')
    for (let turn = 0; turn < cut % 30; turn++) await nextTurn()
    socket.destroy()
  }
  await until(async () => (await send(office, rollOf(1))).status === 200)
  await until(async () => readdirSync(folder).length === 0)
  for (const body of ['', '{', '[]', '{"file_name":1}', `{"content":"${'A'.repeat(100)}"}`]) {
    assertRefused(await office.admin.call(office.admin.inside('/imports'), { method: 'POST', body }), 'invalid_request')
  }
  const tooLong = await office.admin.call(office.admin.inside('/imports'), { body: 'x'.repeat(16 * MIB + 1) })
  assertRefused(tooLong, 'payload_too_large')
  assert.equal(tooLong.body.message, 'The body is larger than 16 MiB. Split the file.')
  assert.deepEqual(readdirSync(folder), [])
})
