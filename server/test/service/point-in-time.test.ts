/** The example of docs/backup.md for an operator's own PostgreSQL, typed exactly as printed, on a server as Debian's PostgreSQL 15 creates it. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { appendFile, chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { chooseAccount } from '#server/db/embedded/account.ts'
import { gatehouse, until } from './processes.ts'

const BINARIES = '/usr/lib/postgresql/15/bin'
const skip = existsSync(BINARIES) ? false : `PostgreSQL 15 is not installed in ${BINARIES}`
/** What only root and systemd can do. Debian's unit postgresql stands for the servers of all clusters, and to stop it does not wait for any of them. */
const AS_ROOT = `
systemctl() { [ "$*" = 'stop postgresql' ] || pg_ctlcluster 15 main "$1"; }
runuser() { shift 3; "$@"; }
chown() { :; }
`
const PAGE = fileURLToPath(new URL('../../../docs/backup.md', import.meta.url))

test('your own PostgreSQL is restored to a moment by the commands of the guide', { skip }, async t => {
  const page = await readFile(PAGE, 'utf8')
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-pitr-'))
  const account = await chooseAccount(join(folder, 'data'))
  if (account.isOther) await chown(folder, account.uid, account.gid)
  const place = (text: string) => text.replaceAll('/backup', join(folder, 'backup'))
  const block = (start: string) => {
    const found = page.split('```').find(part => part.includes(start))
    assert.ok(found, `${start} is on the page`)
    return place(found.slice(found.indexOf('\n') + 1))
  }
  const run = (script: string, environment: Record<string, string> = {}) =>
    promisify(execFile)('bash', ['-eu', '-c', AS_ROOT + script], {
      ...(account.isOther && { uid: account.uid, gid: account.gid }),
      cwd: folder,
      env: {
        PATH: `${BINARIES}:/usr/bin:/bin`,
        PGHOST: folder,
        PGUSER: 'postgres',
        LC_ALL: 'C',
        PG_CLUSTER_CONF_ROOT: join(folder, 'etc'),
        ...environment,
      },
    })
  const data = join(folder, 'data')
  t.after(async () => {
    await run('pg_ctlcluster 15 main stop --mode=immediate').catch(() => {})
    await rm(folder, { recursive: true, force: true })
  })

  await run(
    `mkdir -p etc backup && pg_createcluster 15 main --datadir=${data} --socketdir=${folder} --logfile=${folder}/log --port=5432 \
       -- --username=postgres --auth=trust --encoding=UTF8 --locale=C --no-sync`,
  )
  await appendFile(
    join(folder, 'etc/15/main/postgresql.conf'),
    `listen_addresses = ''\nfsync = off\n${block('archive_mode = on')}`,
  )
  await run(block('-- mkdir'))
  await run('pg_ctlcluster 15 main start && createdb gatehouse')
  const settings = { DATABASE_URL: `postgres://postgres@/gatehouse?host=${folder}&connect_timeout=60` }
  const create = async (name: string) => {
    const made = await gatehouse(['org', 'create', '--name', name, '--plan', 'SCALE'], settings)
    assert.equal(made.code, 0, made.stderr)
  }
  await create('In the base backup')
  const identity = await ask(settings, 'select id::text as value from database_identity')
  const [first = ''] = await ask(settings, 'select pg_walfile_name(pg_switch_wal()) as value')
  await until(() => existsSync(join(folder, 'backup/wal', first)))
  await run(block('# take'))
  const [base = ''] = globSync(join(folder, 'backup/base-*'))
  await run(`mkdir backup/base-2001-01-01-0300 && touch -d 2001-01-01 backup/base-2001-01-01-0300`)
  await run(block('# delete'))
  assert.deepEqual(globSync(join(folder, 'backup/base-*')), [base])
  assert.equal(
    existsSync(join(folder, 'backup/wal', first)),
    false,
    'the base backup does not need what came before it',
  )
  await create('In the log')
  const [moment = ''] = await ask(settings, 'select clock_timestamp()::text as value')
  await create('After the moment')
  const [last = ''] = await ask(settings, 'select pg_walfile_name(pg_switch_wal()) as value')
  await until(() => existsSync(join(folder, 'backup/wal', last)))

  await run(block('# restore'), { PGDATA: data, BASE: base, MOMENT: moment })
  assert.deepEqual(await ask(settings, 'select name as value from organizations order by created_at'), [
    'In the base backup',
    'In the log',
  ])
  assert.notDeepEqual(await ask(settings, 'select id::text as value from database_identity'), identity)

  await run(block('# archive again'))
  const altered = `select name as value from pg_file_settings where sourcefile like '%.auto.conf'`
  assert.deepEqual(await ask(settings, altered), [])
  assert.deepEqual(await ask(settings, `select setting as value from pg_settings where name = 'archive_mode'`), ['on'])
})

async function ask({ DATABASE_URL }: { DATABASE_URL: string }, sql: string): Promise<string[]> {
  const client = new pg.Client(DATABASE_URL)
  await client.connect()
  try {
    const { rows } = await client.query<{ value: string }>(sql)
    return rows.map(({ value }) => value)
  } finally {
    await client.end()
  }
}
