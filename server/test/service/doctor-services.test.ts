/** `doctor` uses each service as Gatehouse itself does, so that one that answers but refuses the work is found as well. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { openObjectStore } from '../console/object-store.ts'
import { PASSWORD, signedIn } from '../console/visitor.ts'
import { type MailServer, openMailServer } from '../messaging/mail-server.ts'
import { property, store, unit } from '../records.ts'
import { useOrganization, useWorld } from '../world.ts'
import { connectionString, gatehouse, gatehouseProcess, type Settings } from './processes.ts'

const world = useWorld({ own: true })
const organization = useOrganization(world)
let mail: MailServer
let dataDir: string

before(async () => {
  mail = await openMailServer()
  dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-doctor-'))
})
after(async () => {
  await mail[Symbol.asyncDispose]()
  await rm(dataDir, { recursive: true, force: true })
})

test('doctor finds a public address that leads nowhere or elsewhere', async () => {
  const well = await findingOf('public url', { PUBLIC_URL: world.service.url as string })
  assert.deepEqual([well.level, well.message], ['ok', `${world.service.url} leads to Gatehouse.`])
  const nowhere = await findingOf('public url', { PUBLIC_URL: 'http://127.0.0.1:2' })
  assert.equal(nowhere.level, 'warning')
  assert.match(nowhere.message, /^http:\/\/127\.0\.0\.1:2\/healthz cannot be reached from this machine: /)
  const replies: [status: number, body: string, says: RegExp][] = [
    [200, '<html>', /answers 200, but the response is not from Gatehouse\.$/],
    [404, '', /answers 404, but the response is not from Gatehouse\.$/],
    [308, '', /answers 308, a redirect to another address\.$/],
    [502, '', /answers 502: the proxy cannot reach the service\.$/],
  ]
  for (const [status, body, says] of replies) {
    await using server = await answering(status, body)
    const { level, message } = await findingOf('public url', { PUBLIC_URL: server.url })
    assert.equal(level, 'problem')
    assert.match(message, says)
  }
})

test('doctor finds that the public address leads to another service, or to this one before a change of the setting', async () => {
  const document = JSON.stringify({ servers: [{ url: 'https://staging.example.com' }] })
  await using server = await answering(200, path => (path === '/healthz' ? '{"status":"ok"}' : document))
  const { level, message } = await findingOf('public url', { PUBLIC_URL: server.url })
  assert.equal(level, 'problem')
  assert.match(
    message,
    /^http:\S+ leads to a Gatehouse whose PUBLIC_URL is https:\/\/staging\.example\.com: another one/,
  )
})

test('doctor finds a collector that cannot be reached or that refuses traces', async () => {
  await using accepting = await answering(200, '{}')
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `${accepting.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=hunter2',
  }
  const well = await findingOf('traces', settings)
  assert.deepEqual([well.level, well.message], ['ok', `The collector at ${accepting.url}/v1/traces accepts traces.`])
  assert.deepEqual(accepting.asked, ['POST /v1/traces hunter2'])
  await using refusing = await answering(401, '')
  const refused = await findingOf('traces', { ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: refusing.url })
  assert.deepEqual(
    [refused.level, refused.message],
    ['problem', `The collector at ${refusing.url}/v1/traces answers 401.`],
  )
  const away = await findingOf('traces', { ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:2' })
  assert.deepEqual([away.level, /cannot be reached: connect ECONNREFUSED/.test(away.message)], ['problem', true])
})

/** A web server that gives every call of a path the same answer. */
async function answering(status: number, body: string | ((path: string) => string)) {
  const asked: string[] = []
  const server = createServer(({ method, url, headers }, reply) => {
    asked.push([method, url, headers.authorization].join(' ').trim())
    reply
      .writeHead(status, { location: '/elsewhere', connection: 'close' })
      .end(typeof body === 'string' ? body : body(url ?? ''))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, asked, [Symbol.asyncDispose]: async () => void server.close() }
}

test('doctor finds a mail server that does not begin with TLS, and says so on one line', async () => {
  const { message, action } = await findingOf('mail', {
    SMTP_URL: mail.url.replace('smtp:', 'smtps:'),
    MAIL_FROM: 'office@maple.example',
  })
  assert.equal(message, 'The mail server 127.0.0.1 does not accept e-mail: it does not answer in TLS.')
  assert.match(action ?? '', /smtps:/)
})

test('doctor finds a mail server whose certificate is not accepted, and says what to do about that', async t => {
  // Its own certificate is signed by itself.
  const { server } = new SMTPServer({ secure: true, logger: false }).on('error', () => {})
  server.listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const { message, action } = await findingOf('mail', {
    SMTP_URL: `smtps://127.0.0.1:${(server.address() as AddressInfo).port}`,
    MAIL_FROM: 'office@maple.example',
  })
  assert.match(message, /^The mail server 127\.0\.0\.1 does not accept e-mail: .*certificate/)
  assert.match(action ?? '', /^Renew the certificate of the server, .* NODE_EXTRA_CA_CERTS/)
})

test('doctor names the sender to the mail server without sending anything, and finds one that refuses it or the login', async t => {
  const settings = { SMTP_URL: mail.url.replace('//', '//postmaster:hunter2@'), MAIL_FROM: 'office@maple.example' }
  t.after(() => {
    mail.refusal = undefined
  })
  const sound = await findingOf('mail', settings)
  assert.deepEqual(
    [sound.level, sound.message],
    ['ok', 'The mail server 127.0.0.1 accepts the connection and office@maple.example as the sender.'],
  )
  mail.refusal = { at: 'MAIL FROM', code: 553, text: 'Sender address rejected: not owned by user' }
  const sender = await findingOf('mail', settings)
  assert.deepEqual([sender.level, /MAIL_FROM/.test(sender.action ?? '')], ['problem', true])
  assert.match(
    sender.message,
    /refuses the sender office@maple\.example: 553 Sender address rejected: not owned by user\.$/,
  )
  // Postfix names each of these only at the recipient.
  for (const text of ['Sender address rejected: not owned by user', 'Relay access denied', 'Helo command rejected']) {
    mail.refusal = { at: 'RCPT TO', code: 554, text: `5.7.1 ${text}` }
    const late = await findingOf('mail', settings)
    assert.equal(late.level, 'problem')
    assert.ok(late.message.endsWith(`refuses the sender office@maple.example: 554 5.7.1 ${text}.`), late.message)
  }
  for (const [code, text] of [
    [550, '5.1.1 User unknown in local recipient table'],
    [450, '4.2.0 Greylisted: relay later'],
  ] as const) {
    mail.refusal = { at: 'RCPT TO', code, text }
    assert.equal((await findingOf('mail', settings)).level, 'ok', text)
  }
  mail.refusal = { at: 'AUTH', code: 535, text: 'Authentication failed' }
  const login = await findingOf('mail', settings)
  assert.match(login.message, /^The mail server 127\.0\.0\.1 does not accept e-mail: .*535/)
  assert.match(login.action ?? '', /^Correct the user and password in SMTP_URL/)
  assert.doesNotMatch(JSON.stringify([sender, login]), /hunter2/)
  assert.deepEqual(mail.received, [])
})

test('doctor finds a mail server on another machine to which a password would be sent in the clear', async () => {
  const { message, action } = await findingOf('mail', {
    SMTP_URL: mail.url.replace('//127.0.0.1', '//postmaster:hunter2@0.0.0.0'),
    MAIL_FROM: 'office@maple.example',
  })
  assert.equal(
    message,
    'The mail server 0.0.0.0 does not accept e-mail: it does not begin TLS, without which no password is sent.',
  )
  assert.match(action ?? '', /^Have the server offer STARTTLS/)
})

test('doctor stores, reads and removes an object, and finds a bucket that refuses it or cannot be reached', async () => {
  await using bucket = await openObjectStore()
  const { endpoint, bucket: name, region, accessKeyId, secretAccessKey } = bucket.settings
  const settings = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: name,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
  const well = await findingOf('uploads', settings)
  assert.deepEqual([well.level, well.message], ['ok', 'Uploaded files can be read and written in the bucket photos.'])
  assert.equal(bucket.objects.size, 0, 'nothing is left behind')
  const wrongSecret = await findingOf('uploads', { ...settings, S3_SECRET_ACCESS_KEY: 'hunter2' })
  assert.match(
    wrongSecret.message,
    /^Uploaded files cannot be kept in the bucket photos: the object store answered 403/,
  )
  const away = await findingOf('uploads', { ...settings, S3_ENDPOINT: 'http://127.0.0.1:1' })
  assert.match(away.message, /^Uploaded files cannot be kept in the bucket photos: .*ECONNREFUSED|bad port/)
  for (const { level, action } of [wrongSecret, away]) {
    assert.equal(level, 'problem')
    assert.match(action ?? '', /S3_/)
  }
})

test('doctor finds that uploaded files are not where the settings say', async t => {
  const home = property()
  const flat = unit(home)
  await store(organization, { properties: [home], units: [flat] })
  const key = 'ab'.repeat(16)
  const folder = join(dataDir, 'uploads')
  await world.sql(
    `insert into files (organization_id, id, unit_id, name, content_type, size_bytes, storage_key, uploaded_by, created_at, stored_at)
     select organization_id, 'file_of_this_test', id, 'photo.jpg', 'image/jpeg', 1, $1, 'test', now(), now() from units where id = $2`,
    [key, flat.id],
  )
  t.after(() => world.sql('delete from files where storage_key = $1', [key]))
  const before = await findingOf('stored files', { FILES_DIR: folder })
  assert.deepEqual(
    [before.level, before.message],
    ['problem', `1 uploaded file was looked for in ${folder}, and 1 of them is missing.`],
  )
  await mkdir(join(folder, 'ab'), { recursive: true })
  await writeFile(join(folder, 'ab', key), 'x')
  assert.equal((await findingOf('stored files', { FILES_DIR: folder })).level, 'ok')
})

test('doctor and serve name the file of a root key that is cut short', async () => {
  const file = join(dataDir, 'root-key')
  const settings = { GATEHOUSE_ROOT_KEY: '', GATEHOUSE_DATA_DIR: dataDir }
  for (const text of ['', 'local:AAECAwQFBgcICQ']) {
    await writeFile(file, text, { mode: 0o600 })
    const { level, message, action } = await findingOf('root keys', settings)
    assert.equal(level, 'problem')
    assert.ok(message.startsWith(`The root key cannot be read: ${file} must be id:key`), message)
    assert.match(action ?? '', /^Put .* back/)
    const { code, stderr } = await gatehouse(['serve'], { DATABASE_URL: databaseUrl(), ...settings })
    assert.equal(code, 1)
    assert.ok(stderr.includes(`${file} must be id:key`), stderr)
  }
  await rm(file)
  const wrongSetting = await findingOf('root keys', { GATEHOUSE_ROOT_KEY: 'hunter2' })
  assert.deepEqual(
    [wrongSetting.level, wrongSetting.message],
    ['skipped', 'Not checked, because GATEHOUSE_ROOT_KEY is not valid.'],
  )
})

test('doctor says that nothing shows whether a root key is right, and finds a wrong one by what members have set up', async () => {
  const wrong = { GATEHOUSE_ROOT_KEY: 'test:ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=' }
  const nothing = await findingOf('root keys', wrong)
  assert.deepEqual(
    [nothing.level, nothing.message],
    ['skipped', 'Not compared: no webhook has a secret, and no member uses two-factor authentication.'],
  )
  const owner = await signedIn(world, organization, 'OWNER')
  const { status } = await owner.call('/auth/two-factor/enable', { body: { password: PASSWORD } })
  assert.equal(status, 200)
  const own = await findingOf('root keys', { GATEHOUSE_ROOT_KEY: 'test:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=' })
  assert.deepEqual([own.level, own.message], ['ok', 'The root keys match a sample of what was derived from them.'])
  const { level, message, action } = await findingOf('root keys', wrong)
  assert.equal(level, 'problem')
  assert.equal(
    message,
    'The root keys do not decrypt the two-factor authentication of members (1 of 1 looked at), who can therefore not sign in.',
  )
  assert.match(action ?? '', /^Put the lost key back .* `gatehouse user set-password --without-codes`/)
})

type Found = { check: string; level: string; message: string; action: string | null }

/** The checks that read the database. The others get none, because to examine it takes most of the processor time of a run. */
const READING = new Set(['stored files', 'root keys'])

/** The one finding of a check. No secret and no stack may be shown, and whatever is wrong comes with what to do. */
async function findingOf(check: string, settings: Settings): Promise<Found> {
  const { stdout, stderr } = await gatehouse(['doctor', '--json'], {
    DATABASE_URL: READING.has(check) ? databaseUrl() : '',
    GATEHOUSE_DATA_DIR: dataDir,
    ...settings,
  })
  assert.doesNotMatch(stdout + stderr, /hunter2|\n +at /)
  const found: Found[] = JSON.parse(stdout).findings.filter((finding: Found) => finding.check === check)
  assert.equal(found.length, 1, stdout)
  const [finding] = found as [Found]
  assert.equal(finding.action === null, finding.level === 'ok' || finding.level === 'skipped')
  assert.doesNotMatch(finding.message, /\n/)
  return finding
}

function databaseUrl(): string {
  return connectionString(world.database.connection)
}

test('doctor finds that files of imports cannot be kept until they have been read', async () => {
  const missing = join(dataDir, 'of-another-service')
  const settings = { DATABASE_URL: 'postgres://u@127.0.0.1:1/x', TMPDIR: missing }
  const { findings } = JSON.parse((await gatehouseProcess(['doctor', '--json'], settings)).stdout) as {
    findings: { level: string; message: string }[]
  }
  const found = findings.find(({ message }) => message.startsWith('Uploaded import files'))
  assert.equal(found?.level, 'problem')
  assert.match(found?.message ?? '', /cannot be written to the temporary folder, \S+of-another-service: ENOENT/)
})
