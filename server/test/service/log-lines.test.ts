/**
 * The process log of the console, sign-in, files, messages and deliveries: no line reveals anything about people or secrets, and each line about a
 * call has its ID.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { type MemberVisitor, PASSWORD, signedIn, visitor } from '../console/visitor.ts'
import {
  CONSOLE_OPERATIONS,
  type ConsoleSample,
  consoleRequest,
  storeConsoleSample,
} from '../contract/console-exercises.ts'
import { type MailServer, openMailServer } from '../messaging/mail-server.ts'
import { openReceiver, type Receiver } from '../webhooks/receiver.ts'
import { type Organization, openWorld, type Reply, type World } from '../world.ts'
import { until } from './processes.ts'

/** Part of every name, note, address and file that the calls contain. */
const MARK = 'Zyzzyva'

type Line = { level: number; msg: string; request_id?: string; reqId?: string }

const logged: string[] = []
const lines = () => logged.map(line => JSON.parse(line) as Line)
let folder: string
let mail: MailServer
let receiver: Receiver
let world: World
let organization: Organization
let sample: ConsoleSample
let admin: MemberVisitor

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-log-'))
  mail = await openMailServer()
  receiver = await openReceiver()
  world = await openWorld({
    role: 'all',
    logger: pino({ level: 'trace' }, { write: line => void logged.push(line) }),
    config: { mail: mail.settings, files: { place: { kind: 'folder', path: join(folder, 'files') }, limitBytes: 1e9 } },
  })
  organization = await world.organization({ name: `Organization ${MARK}`, hasPartnerAgreement: true })
  sample = await storeConsoleSample(world, organization, ` ${MARK}`)
  admin = await signedIn(world, organization, 'OWNER')
})
after(async () => {
  await world?.close()
  await mail?.[Symbol.asyncDispose]()
  await receiver?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

test('calls of the console that are refused, or fail, leave nothing private in the log', async () => {
  for (const [name] of CONSOLE_OPERATIONS) {
    const { path, method, body } = await consoleRequest(name, sample)
    const reply = await admin.call(path, { method, body })
    assert.ok(reply.status < 500, `${name}: ${reply.text}`)
    if (reply.status === 401) admin = await signedIn(world, organization, 'OWNER')
  }
  await admin.call(admin.inside(`/nowhere-${MARK}?q=${MARK}`))
  await admin.call(admin.inside('/work-orders'), { method: 'POST', body: `{"title":"${MARK}` })
  tellsNothing()
  const failed = await whileAway('residents', () =>
    admin.call(admin.inside(`/residents?property_id=${sample.sample.property.id}`)),
  )
  assert.equal(failed.status, 500, failed.text)
  assertReported(failed)
  tellsNothing()
})

test('attempts to sign in leave nothing private in the log, not even while accounts cannot be read', async () => {
  const stranger = visitor(world)
  assert.equal((await stranger.signIn(admin.email, `wrong ${MARK}`)).status, 401)
  assert.equal((await stranger.signIn(`${MARK}@example.com`)).status, 401)
  await stranger.call('/auth/request-password-reset', { body: { email: admin.email } })
  const failed = await whileAway('console.sessions', () => stranger.signIn(admin.email))
  assert.ok(failed.status >= 500, failed.text)
  assertReported(failed)
  tellsNothing()
})

test('an upload that cannot be stored leaves nothing private in the log', async () => {
  const { path, method } = await consoleRequest('uploadFile', sample)
  await rm(join(folder, 'files'), { recursive: true, force: true })
  await writeFile(join(folder, 'files'), '')
  const jpeg = Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), Buffer.from(MARK)])
  const failed = await admin.call(path.replace(/name=[^&]*/, `name=${MARK}.jpg`), { method, body: jpeg })
  assert.equal(failed.status, 503, failed.text)
  tellsNothing()
})

test('an import that fails for lack of room or of a connection is in the log with its reason, and with nothing private', async () => {
  const file = Buffer.from(
    `Property,Unit,BD/BA,Market Rent,Status,Tenant,Rent\n"${MARK} - 1 ${MARK} St Akron, OH 44301",1,,,Vacant-Unrented,,\n`,
  )
  const body = { file_name: `${MARK}.csv`, content: file.toString('base64') }
  const failures = {
    'No room on the disk': `raise exception 'No room on the disk' using errcode = 'disk_full'`,
    'terminating connection': 'perform pg_terminate_backend(pg_backend_pid())',
  }
  for (const [reason, failure] of Object.entries(failures)) {
    const failed = await whileUnitsFail(failure, () => admin.call(admin.inside('/imports'), { method: 'POST', body }))
    assert.equal(failed.status, 503, failed.text)
    const reported = logged.filter(line => line.includes('imports are answered with 503') && line.includes(reason))
    assert.equal(reported.length, 1, `${reason} is in the log: ${logged.slice(-3).join('')}`)
  }
  tellsNothing()
})

test('what a mail server or a receiver answers is not in the log, even if it repeats an address or a secret', async () => {
  const { resident } = sample.sample
  mail.refusal = { at: 'RCPT TO', code: 550, text: `5.1.1 <${resident.email}>: ${resident.last_name} is unknown here` }
  receiver.answer = response => void response.writeHead(500).end(`whsec_${MARK} ${resident.email}`)
  const { key } = organization
  const post = (path: string, body: object) => world.call(path, { key, method: 'POST', body: JSON.stringify(body) })
  const target = receiver.url.replace('//', `//user:${MARK}@`)
  await post('/webhooks', { event: 'ticket.created', target_url: target })
  assert.equal((await post('/webhooks', { event: 'ticket.created', target_url: receiver.url })).status, 201)
  await post('/work-orders', { property_id: sample.sample.property.id, title: MARK })
  const message = await post('/messages', { resident_id: resident.id, channel: 'EMAIL', subject: MARK, body: MARK })
  assert.equal(message.status, 201, message.text)
  world.clock.advance(60_000)
  await until(() => receiver.received.length > 0 && lines().some(({ msg }) => msg === 'a message was not sent'))
  await world.service.deliveries?.idle()
  tellsNothing()
  assert.match(logged.join(''), /"reason":"The mail server refused the message: 550 5\.1\.1"/, 'the code is logged')
})

async function whileAway<Result>(table: string, work: () => Promise<Result>): Promise<Result> {
  const name = table.split('.').at(-1)
  await world.sql(`alter table ${table} rename to ${name}_away`)
  try {
    return await work()
  } finally {
    await world.sql(`alter table ${table}_away rename to ${name}`)
  }
}

async function whileUnitsFail<Result>(failure: string, work: () => Promise<Result>): Promise<Result> {
  await world.sql(
    `create function fails() returns trigger language plpgsql security definer as $$ begin ${failure}; return new; end $$;
     create trigger fails before insert on units for each row execute function fails()`,
  )
  try {
    return await work()
  } finally {
    await world.sql('drop trigger fails on units; drop function fails')
  }
}

/** Checks that the log has an error with the ID of the reply. */
function assertReported({ body, headers }: Reply): void {
  const id = (body.request_id as string | undefined) ?? headers.get('x-request-id')
  const found = lines().filter(({ level, request_id, reqId }) => level >= 50 && (request_id ?? reqId) === id)
  assert.equal(found.length, 1, `${id} is in the log once: ${logged.slice(-3).join('')}`)
}

function tellsNothing(): void {
  const { first_name, last_name, email, phone } = sample.sample.resident
  const ofMembers = [admin.email, PASSWORD, ...admin.cookies.values()]
  const secrets = [MARK, first_name, last_name, email, phone, organization.key, 'whsec_', sample.token, ...ofMembers]
  for (const line of logged) {
    for (const secret of secrets) assert.ok(!line.includes(secret as string), `it tells ${secret}: ${line}`)
  }
}
