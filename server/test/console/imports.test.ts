/**
 * Importing a file in the console: a dry run, refusals place by place, the import as a whole, and its entry in the
 * list of imports.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, test } from 'node:test'
import pg from 'pg'
import { idFromUuid } from '#server/base/ids.ts'
import { clientConfig } from '#server/db/session.ts'
import { assertNames, assertRefused } from '../contract/promises.ts'
import { everyRow } from '../import/imported.ts'
import { fixture } from '../import/read-all.ts'
import { openSocket, until } from '../service/processes.ts'
import { repeats } from '../sizes.ts'
import { useWorld } from '../world.ts'
import { type Office, openOffice, walk } from './office.ts'

const world = useWorld({ own: true })
beforeEach(() => world.clock.advance(61_000))

const OAK = '"Oak - 1 Oak St Akron, OH 44301"'
const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64')
const sendTo = (office: Office, content: string | Buffer, more: Record<string, unknown> = {}) =>
  office.write('POST', '/imports', { file_name: 'roll.csv', content: base64(content), ...more })
const flat = readFileSync(fixture('appfolio-flat.csv'))

test('a dry run states what would change and changes nothing; importing the same file then makes the changes', async () => {
  const office = await openOffice(world)
  const rehearsed = await sendTo(office, flat, { dry_run: true })
  assert.deepEqual([rehearsed.kind, rehearsed.dry_run, rehearsed.written], ['RENT_ROLL', true, false])
  assert.deepEqual([rehearsed.file_name, rehearsed.as_of, rehearsed.rows], ['roll.csv', '2026-03-01', 136])
  assert.match((rehearsed.changes as string[])[0] ?? '', /^Maple Court A-101: new unit/)
  assert.deepEqual(await everyRow(world, office.org), [])
  assert.deepEqual(await office.rows('/imports'), [])
  const written = await sendTo(office, flat)
  assert.deepEqual({ ...written, dry_run: true, written: false }, rehearsed)
  assert.equal(written.written, true)
  const units = (written.records as { noun: string; created: number }[]).find(({ noun }) => noun === 'units')
  assert.equal(units?.created, 136)
  assert.equal((await office.read('/units')).pagination.total, 136)
  for (const { figure, in_file, stored } of written.totals as Record<string, unknown>[]) {
    if (figure === 'units' || figure === 'market_rent_cents') assert.equal(stored, in_file, String(figure))
  }
  const again = await sendTo(office, flat)
  assert.deepEqual([again.written, again.unchanged, again.records], [true, 136, []])
  assert.deepEqual(await office.rows('/imports?kind=PAYMENTS'), [])
  assert.deepEqual(await office.rows('/imports?kind=RENT_ROLL'), await office.rows('/imports'))
  assert.equal((await office.rows('/imports')).length, 2)
  const { data: entries } = await office.read('/administrative-log?action=import.rent_roll')
  const organization = idFromUuid('organization', office.org.id)
  assert.deepEqual([...new Set((entries as { subject: string }[]).map(({ subject }) => subject))], [organization])
})

test('bad rows reject the whole file, each named by its line and column, unless they are to be skipped', async () => {
  const office = await openOffice(world)
  const bad = readFileSync(fixture('bad-rows.csv'))
  const refused = await sendTo(office, bad)
  assert.deepEqual([refused.written, refused.rows, refused.rows_left_out], [false, 4, 15])
  const problems = refused.problems as { line: number; column: string; reason: string; left_out: string }[]
  const rows = problems.filter(({ left_out }) => left_out === 'ROW')
  assert.deepEqual([...new Set(rows.map(({ line }) => line))], [6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 21, 23])
  assert.ok(rows.every(({ column, reason }) => column !== '' && reason !== ''))
  assert.deepEqual(await everyRow(world, office.org), [])
  assert.equal((await sendTo(office, bad, { skip_bad_rows: true })).written, true)
  assert.equal((await office.read('/units')).pagination.total, 4)
})

test('the progress of an import can be read while it runs, and only by its own organization', async () => {
  const [office, other] = [await openOffice(world), await openOffice(world)]
  const rows = Array.from({ length: 1_201 }, (_, index) => `${OAK},${index + 1},2/1,1400,Vacant-Unrented,,`)
  const roll = `Property,Unit,BD/BA,Market Rent,Status,Tenant,Rent\n${rows.join('\n')}\n`
  const progress = async (from = office, id = 'one') => {
    const { rows_done, rows_known } = await from.read(`/imports/progress?progress_id=${id}`)
    return [rows_done, rows_known]
  }
  assert.deepEqual(await progress(), [null, null])
  const release = await holdUnit('1100')
  const importing = sendTo(office, roll, { progress_id: 'one' })
  try {
    // Progress counts a batch as soon as it is written, long before its rows are visible to anybody. A later one waits for its unit.
    await until(async () => (await progress())[0] !== null)
    const [done, known] = await progress()
    assert.ok(Number(done) > 0 && Number(done) < 1_100, `${done} rows are done`)
    assert.equal(known, 1_201)
    assert.deepEqual(await everyRow(world, office.org), [])
    assert.deepEqual([await progress(office, 'two'), await progress(other)], [Array(2).fill(null), Array(2).fill(null)])
  } finally {
    await release()
  }
  assert.equal((await importing).written, true)
  assert.deepEqual(await progress(), [1_201, 1_201])
  assert.deepEqual([await progress(office, 'two'), await progress(other)], [Array(2).fill(null), Array(2).fill(null)])
})

test('work orders are imported in the same way, and past imports are listed with the members who made them', async () => {
  const office = await openOffice(world)
  const roll = `Property,Unit,BD/BA,Market Rent,Status,Tenant,Rent\n${OAK},1,2/1,1400,Vacant-Unrented,,\n`
  await sendTo(office, roll)
  world.clock.advance(1)
  const orders = 'Property,Unit,Work Order Number,Description,Status,Created\nOak,1,W-1,Tap leaks,New,03/01/2026\n'
  const report = await sendTo(office, orders, { file_name: 'orders.csv' })
  assert.deepEqual([report.kind, report.as_of, report.written, report.problems], ['WORK_ORDERS', null, true, []])
  assert.deepEqual(report.records, [{ noun: 'work_orders', created: 1, updated: 0 }])
  const past = await office.rows('/imports')
  assert.deepEqual(
    past.map(row => [row.kind, row.file_name, row.imported_by, row.rows, row.rows_left_out]),
    [
      ['WORK_ORDERS', 'orders.csv', office.admin.email, 1, 0],
      ['RENT_ROLL', 'roll.csv', office.admin.email, 1, 0],
    ],
  )
  assert.equal((await walk(office, '/imports', 'import_id')).length, 2)
})

test('a file of an unknown kind is refused by the name it was uploaded with', async () => {
  const office = await openOffice(world)
  const send = (fields: Record<string, unknown>) =>
    office.call('POST', '/imports', { file_name: 'notes.txt', content: base64('hello\nworld\n'), ...fields })
  const unknown = await send({})
  assertRefused(unknown, 'invalid_request')
  assert.ok(!unknown.text.includes(tmpdir()), unknown.text)
  for (const content of ['no base64!', 'YQ=', 'YQ==YQ==', 'é'.repeat(4)])
    assertNames(await send({ content }), 'content')
  assertNames(await send({ as_of: 'yesterday' }), 'as_of')
  assert.deepEqual(await everyRow(world, office.org), [])
})

test('the uploaded file is not kept, whether it was imported or refused', async () => {
  const office = await openOffice(world)
  const { TMPDIR } = process.env
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
  process.env.TMPDIR = folder
  try {
    await sendTo(office, flat)
    assertRefused(
      await office.call('POST', '/imports', { file_name: 'x', content: base64('hello') }),
      'invalid_request',
    )
    assert.deepEqual(readdirSync(folder), [])
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
    rmdirSync(folder)
  }
})

test('a file may be far larger than any other body, up to its limit', async () => {
  const office = await openOffice(world)
  // Few rows in the short size, because reading 20,000 takes seconds and the limit is one of bytes.
  const count = repeats(3_000, 20_000)
  const ignored = 'x'.repeat(repeats(800, 80))
  const rows = Array.from({ length: count }, (_, index) => `${OAK},${index},${ignored},Vacant-Unrented`)
  const large = `Property,Unit,Ignored words,Status\n${rows.join('\n')}\n`
  assert.ok(large.length > 2 * 1024 * 1024)
  const report = await sendTo(office, large, { dry_run: true })
  assert.deepEqual([report.rows, report.ignored_columns], [count, ['Ignored words']])
  const beyond = await office.call('POST', '/imports', { file_name: 'x.csv', content: 'A'.repeat(16 * 1024 * 1024) })
  assertRefused(beyond, 'payload_too_large')
  assertRefused(await office.call('POST', '/leads', { source: 'A'.repeat(2 * 1024 * 1024) }), 'payload_too_large')
})

/** Keeps a unit with this label from being written until the function that it resolves with is called. */
async function holdUnit(label: string): Promise<() => Promise<void>> {
  const holder = new pg.Client(clientConfig(world.database.connection))
  await holder.connect()
  await holder.query('select pg_advisory_lock(7)')
  await world.sql(`
    create function wait_for_release() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(7); return new; end $$;
    create trigger wait_for_release before insert on units
      for each row when (new.label = '${label}') execute function wait_for_release()`)
  return async () => {
    await holder.end()
    await world.sql('drop function wait_for_release cascade')
  }
}

test('while there is no room for an upload, a caller behind a proxy is told to try again, and the service goes on', async t => {
  const behindProxy = await world.another({ trustProxy: ['127.0.0.0/8'] })
  const office = await openOffice({ ...world, service: behindProxy })
  const handle = await open(fixture('appfolio-flat.csv'))
  await handle.close()
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })
  const { mock } = t.mock.method(Object.getPrototypeOf(handle), 'appendFile', () => Promise.reject(full))
  const body = { file_name: 'roll.csv', content: base64(Buffer.alloc(1_000_000)) }
  const { admin } = office
  const refused = await admin.call(admin.inside('/imports'), { method: 'POST', body })
  assertRefused(refused, 'unavailable')
  assert.match(String(refused.headers.get('retry-after')), /^[1-9]\d*$/)
  const replies = await repliesOnOneConnection(office, behindProxy.url as string, JSON.stringify(body))
  assert.deepEqual(replies, ['503', '200'], 'what is left of the body does not hold up the next call')
  mock.restore()
  assert.equal((await sendTo(office, flat)).written, true)
})

/** The statuses of an upload and of a health check behind it, on the same connection. */
async function repliesOnOneConnection({ admin }: Office, url: string, body: string): Promise<string[]> {
  const socket = await openSocket(url)
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const { host } = new URL(url)
  const head = [
    `POST /console/api${admin.inside('/imports')} HTTP/1.1`,
    `Host: ${host}`,
    `Origin: ${url}`,
    `Cookie: ${cookie}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ].join('\r\n')
  socket.write(`${head}\r\n\r\n${body}GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  let received = ''
  socket.setEncoding('utf8').on('data', text => {
    received += text
  })
  await once(socket, 'close')
  return [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => String(status))
}
