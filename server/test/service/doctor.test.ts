/** `doctor` is green on a healthy system, and finds and names every problem of one that is not. */
import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, mock, test } from 'node:test'
import { pino } from 'pino'
import { maintainTables } from '#server/upkeep.ts'
import { type MailServer, openMailServer } from '../messaging/mail-server.ts'
import { lease, property, store, unit } from '../records.ts'
import { emitEvents } from '../webhooks/happenings.ts'
import { openReceiver, type Receiver } from '../webhooks/receiver.ts'
import { useOrganization, useWorld } from '../world.ts'
import { WRONG_RECORDS, WRONG_SCHEMAS } from './planted-by-sql.ts'
import { INVALID, type Planted, WRONG_SETTINGS } from './planted-problems.ts'
import { connectionString, gatehouse, type Settings, toRealTime } from './processes.ts'

const world = useWorld({ own: true })
let mail: MailServer
let receiver: Receiver
let dataDir: string
const organization = useOrganization(world)

before(async () => {
  mail = await openMailServer()
  receiver = await openReceiver()
  dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-doctor-'))
  toRealTime(world)
  const { connection } = world.database
  await maintainTables({ connection, owner: connection }, world.clock.now(), pino({ level: 'silent' }))
  const home = property()
  const flat = unit(home)
  await store(organization, { properties: [home], units: [flat], leases: [lease(flat)] })
  await subscribe(receiver.url)
  await world.organization()
})
after(async () => {
  await mail[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
  await rm(dataDir, { recursive: true, force: true })
})

test('a healthy system has no problem, and every part is checked', async () => {
  const { code, findings } = await doctor()
  assert.deepEqual(
    findings.filter(({ level }) => level === 'problem' || level === 'warning'),
    [],
  )
  assert.equal(code, 0)
  for (const check of CHECKS)
    assert.ok(
      findings.some(finding => finding.check === check),
      `${check} was looked at`,
    )
  const said = await gatehouse(['doctor'], settings())
  assert.match(said.stdout, /^ok +clock +This machine/m)
  assert.match(said.stdout, /\n0 problems, 0 warnings\.\n$/)
})

const CHECKS = [
  ...['settings', 'versions', 'files', 'disk', 'uploads', 'redis', 'mail', 'sms', 'public url', 'traces'],
  ...['postgresql', 'server', 'roles', 'time-outs', 'clock', 'connections', 'pages', 'migrations', 'schema'],
  ...['partitions', 'time zones'],
  ...['root keys', 'callers', 'outbound', 'stored files', 'queues', 'leftovers', 'derived data'],
]

const STRANGER = `stranger_${process.pid}`

const PLANTED: Planted[] = [
  ...WRONG_SETTINGS,
  ...[...WRONG_RECORDS, ...WRONG_SCHEMAS].map(({ plant, undo, ...problem }) => ({
    ...problem,
    plant: async () => {
      for (const statement of plant) await world.sql(statement)
      return async () => {
        for (const statement of undo) await world.sql(statement)
      }
    },
  })),
  {
    what: 'a secret that others may read',
    check: 'files',
    says: /Other accounts can read .*demo\.json/,
    plant: async () => {
      const file = join(dataDir, 'demo.json')
      await writeFile(file, '{}')
      await chmod(file, 0o644)
      return () => rm(file)
    },
  },
  {
    what: 'a clock that is an hour ahead',
    check: 'clock',
    says: /differ by 3[3-6]\d\d\.\d s/,
    plant: async () => {
      mock.timers.enable({ apis: ['Date'], now: world.clock.now() + 3_600_000 })
      return () => mock.timers.reset()
    },
  },
  {
    what: 'a migration that is missing',
    check: 'migrations',
    says: /The database lacks \d{4}-/,
    plant: () =>
      swap(
        'with gone as (delete from schema_migrations where version = (select max(version) from schema_migrations) returning *) select * from gone',
        row =>
          world.sql('insert into schema_migrations select * from json_populate_record(null::schema_migrations, $1)', [
            row,
          ]),
      ),
  },
  {
    what: 'a month without a partition',
    check: 'partitions',
    says: /The partitions audit\.calls_\d{4}_\d{2} are missing/,
    plant: async () => {
      const [row] = await world.sql<{ name: string }>(
        `select max(relname) as name from pg_class where relname ~ '^calls_\\d{4}_\\d{2}$'`,
      )
      await world.sql(`alter table audit.${row?.name} rename to hidden`)
      return () => world.sql(`alter table audit.hidden rename to ${row?.name}`)
    },
  },
  {
    what: 'a delivery that no worker takes up',
    check: 'queues',
    says: /^1 webhook delivery has been due for 10 minutes and is not being sent\.$/,
    plant: async () => {
      await emitEvents(organization, 1)
      await world.sql(`update webhook_deliveries set due_at = now() - interval '1 hour' where due_at is not null`)
      return () =>
        world.sql(`update webhook_deliveries set due_at = now() + interval '1 hour' where due_at is not null`)
    },
  },
  {
    what: 'an invitation that nobody sends, and not one that has expired',
    check: 'queues',
    says: /^1 invitation has been due/,
    plant: async () => {
      await world.sql(
        `insert into console.invitations (organization_id, id, email, role, token_sha256, invited_by, created_at, expires_at, root_key_id, link_origin, next_attempt_at)
         select $1, gen_random_uuid(), days || '@example.com', 'VIEWER', sha256(days::text::bytea), 'operator', now() - interval '2 days',
                now() + days * interval '1 day', 'local', 'https://pm.example.com', now() - interval '1 hour'
           from unnest('{1,-1}'::int[]) days`,
        [organization.id],
      )
      return () => world.sql(`delete from console.invitations where invited_by = 'operator'`)
    },
  },
  {
    what: 'a receiver that cannot be reached',
    check: 'outbound',
    level: 'warning',
    says: /Of the newest receivers of webhooks, 1 of 2 can be reached/,
    plant: async () => {
      const id = await subscribe('http://127.0.0.1:1/hook')
      return () => world.sql('update webhook_subscriptions set target_url = $2 where id = $1', [id, receiver.url])
    },
  },
  {
    what: 'an upload that was interrupted',
    check: 'leftovers',
    level: 'warning',
    says: /restore\.old was left by a restore/,
    plant: async () => {
      const folder = join(dataDir, 'restore.old')
      await mkdir(folder)
      await utimes(folder, 0, 0)
      return () => rm(folder, { recursive: true })
    },
  },
  {
    what: 'uploaded files that a killed restore did not put in their place',
    check: 'leftovers',
    level: 'warning',
    says: /files\/restore\.new was left by a restore/,
    plant: async () => {
      const folder = join(dataDir, 'files/restore.new')
      await mkdir(folder, { recursive: true })
      await utimes(folder, 0, 0)
      return () => rm(join(dataDir, 'files'), { recursive: true })
    },
  },
  {
    what: 'derived data that does not follow from the facts',
    check: 'derived data',
    says: /unit_status_spans differs in 1 row/,
    words: ['--all'],
    plant: () =>
      swap(
        'with gone as (delete from unit_status_spans where (unit_id, from_day) in (select unit_id, from_day from unit_status_spans limit 1) returning *) select * from gone',
        row =>
          world.sql('insert into unit_status_spans select * from json_populate_record(null::unit_status_spans, $1)', [
            row,
          ]),
      ),
  },
  {
    what: 'a login that cannot assume the roles',
    check: 'roles',
    says: /cannot assume the role gatehouse_app/,
    plant: async () => {
      await world.sql(`create role ${STRANGER} login`)
      return () => world.sql(`drop role ${STRANGER}`)
    },
    login: STRANGER,
  },
]

/** The checks that read no database. They are not given one, because to examine it takes most of the processor time of a run. */
const READING_NONE = new Set(['settings', 'files', 'disk', 'uploads', 'redis', 'mail', 'sms'])

for (const { what, check, level = 'problem', says, settings: changed = {}, words = [], login, plant } of PLANTED) {
  test(`doctor finds ${what}`, async () => {
    const takeAway = await plant?.()
    try {
      const url = READING_NONE.has(check) ? '' : databaseUrl(login)
      const { code, findings } = await doctor({ DATABASE_URL: url, ...changed }, words)
      const found = findings.filter(finding => finding.check === check && finding.level === level)
      assert.ok(
        found.some(({ message }) => says.test(message)),
        JSON.stringify(findings, null, 1),
      )
      for (const { action } of found) assert.ok(action, 'it says what to do')
      assert.equal(code, findings.some(finding => finding.level === 'problem') ? 1 : 0)
      assert.ok(level === 'warning' || code === 1)
      assert.doesNotMatch(JSON.stringify(findings), /hunter2/)
    } finally {
      await takeAway?.()
    }
  })
}

test('each unusable setting is a finding, and ends neither the command nor the other checks', async () => {
  const { code, findings } = await doctor(INVALID)
  assert.equal(code, 1)
  const problems = findings.filter(({ check, level }) => check === 'settings' && level === 'problem')
  for (const name of Object.keys(INVALID)) {
    const named = problems.filter(({ message }) => message.startsWith(name) || message.includes(` and ${name}`))
    const isGroup = name === 'TWILIO_AUTH_TOKEN'
    assert.equal(named.length, isGroup ? 0 : 1, `${name}: ${JSON.stringify(problems, null, 1)}`)
  }
  for (const { action } of problems) assert.ok(action, 'it says what to do')
  assert.ok(findings.some(({ check, level }) => check === 'migrations' && level === 'ok'))
  const said = await gatehouse(['doctor'], { ...settings(), ...INVALID })
  assert.doesNotMatch(JSON.stringify(findings) + said.stdout + said.stderr, /hunter2|\n +at /)
  const serve = await gatehouse(['serve'], { ...settings(), ...INVALID })
  assert.deepEqual([serve.code, serve.stdout], [1, ''])
  const [first, ...lines] = serve.stderr.trim().split('\n')
  assert.equal(first, `gatehouse: ${lines.length} settings cannot be used:`)
  for (const { message } of problems) assert.ok(lines.includes(`  ${message}`), `${message}\n${serve.stderr}`)
})

test('a number that cannot be used is wrong usage, and not a problem of the database', async () => {
  for (const option of ['--processes', '--free-gb']) {
    const { code, stderr } = await gatehouse(['doctor', option, 'many'], settings())
    assert.equal(code, 2, stderr)
    assert.match(stderr, new RegExp(`^gatehouse: ${option} must be a whole number from`))
  }
})

type Found = { check: string; level: string; message: string; action: string | null }

async function doctor(
  changed: Settings = {},
  words: string[] = [],
): Promise<{ code: number | null; findings: Found[] }> {
  const { code, stdout } = await gatehouse(['doctor', '--json', ...words], { ...settings(), ...changed })
  const { findings, healthy } = JSON.parse(stdout)
  assert.equal(healthy, code === 0)
  return { code, findings }
}

function settings(): Settings {
  return {
    DATABASE_URL: databaseUrl(),
    GATEHOUSE_DATA_DIR: dataDir,
    SMTP_URL: mail.url,
    MAIL_FROM: 'office@maple.example',
  }
}

function databaseUrl(login?: string): string {
  const url = connectionString(world.database.connection)
  return login ? url.replace(/\/\/[^@]+@/, `//${login}@`) : url
}

async function subscribe(url: string): Promise<string> {
  const body = JSON.stringify({ event: 'ticket.created', target_url: url })
  const reply = await world.call('/webhooks', { key: organization.key, method: 'POST', body })
  assert.equal(reply.status, 201, reply.text)
  return reply.body.id as string
}

/** Removes one row with the statement `text`; the function that it resolves with puts the row back. */
async function swap(text: string, putBack: (row: string) => Promise<unknown>): Promise<() => unknown> {
  const [row] = await world.sql(text)
  return () => putBack(JSON.stringify(row))
}
