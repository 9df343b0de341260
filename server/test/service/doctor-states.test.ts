/** What the doctor says about states that cannot be planted in a few seconds, such as two billion transactions, or a certificate that ends soon. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createServer } from 'node:tls'
import { checkPublicUrl, expiringCertificate } from '#server/commands/doctor/addresses.ts'
import { examine } from '#server/commands/doctor/finding.ts'
import { checkFiles, describeRoom } from '#server/commands/doctor/machine.ts'
import { describeState, type ServerState } from '#server/commands/doctor/server-state.ts'
import { readConfig } from '#server/config.ts'
import { makeCredentials } from '../webhooks/certificates.ts'

const SOUND: ServerState = {
  unsafe: [],
  repairing: [],
  valuesLogged: null,
  detailsLogged: false,
  confirming: { needed: 0, connected: 0 },
  isVacuuming: true,
  unvacuumed: [],
  unarchived: null,
  hasChecksums: true,
  transactionAge: 190_000_000,
  slots: [{ name: 'copy', kept: 16_000_000 }],
  prepared: [],
  collation: { created: '2.36', today: '2.36' },
  sorted: 40,
}
test('a file that the system does not let the doctor use is named with what to do, and not with a code alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-states-'))
  const loop = join(folder, 'loop')
  await symlink(loop, loop)
  const found = await examine('files', async () => {
    await readFile(loop)
    return []
  })
  await rm(folder, { recursive: true })
  const action = 'Its symbolic links lead in a circle: correct them, or name another path.'
  assert.deepEqual(found, [{ check: 'files', level: 'problem', message: `${loop} cannot be used (ELOOP).`, action }])
})

const CASES: [what: string, state: Partial<ServerState>, says: RegExp[]][] = [
  ['a sound one', {}, []],
  [
    'one that writes lazily',
    { unsafe: ['fsync', 'synchronous_commit'], isVacuuming: false },
    [
      /^fsync is off, .* or damages the database\.$/,
      /^synchronous_commit is off, .* answered\.$/,
      /^autovacuum or track_counts is off/,
    ],
  ],
  [
    'one that hides damage',
    { repairing: ['zero_damaged_pages'] },
    [/^zero_damaged_pages is on, .* without an error\.$/],
  ],
  ['one whose standby is connected', { confirming: { needed: 1, connected: 1 } }, []],
  [
    'one that waits for a standby',
    { confirming: { needed: 1, connected: 0 } },
    [/only when a standby has it .* and none is connected, so writes wait/],
  ],
  [
    'one that waits for one more standby',
    { confirming: { needed: 2, connected: 1 } },
    [/only when 2 standbys have it .* and only 1 is connected/],
  ],
  [
    'one that leaves tables out of its cleaning',
    { unvacuumed: ['residents', 'units', 'leases', 'leads'] },
    [/^autovacuum is off for residents, units, leases and 1 more, so /],
  ],
  [
    'one whose log cannot be archived',
    { unarchived: '00000001000000000000000A' },
    [/^PostgreSQL could not archive 00000001000000000000000A, .* fills its disk/],
  ],
  [
    'one whose log is kept and archived nowhere',
    { unarchived: '' },
    [/^archive_mode is on and archive_command is empty, .* fills its disk\.$/],
  ],
  ['one without checksums', { hasChecksums: false }, [/^Pages have no checksums/]],
  [
    'one whose transaction IDs run out',
    { transactionAge: 1_900_000_000 },
    [/not been frozen for 1900 million transactions/],
  ],
  ['one whose slot keeps the log', { slots: [{ name: 'old', kept: 40_000_000_000 }] }, [/slot old, which keeps 40 GB/]],
  ['one with a forgotten prepared transaction', { prepared: ['mine'] }, [/for more than an hour: mine\.$/]],
  [
    'one whose system was upgraded',
    { collation: { created: '2.36', today: '2.41' } },
    [/from version 2\.36 to 2\.41, so 40 indexes may/],
  ],
  ['one whose indexes do not depend on the system', { collation: { created: '2.36', today: '2.41' }, sorted: 0 }, []],
  ['one without versions of collations', { collation: { created: null, today: '2.41' } }, []],
]

for (const [what, state, says] of CASES) {
  test(`the doctor looks at ${what}`, () => {
    const found = describeState({ ...SOUND, ...state }, 'production')
    assert.equal(found.length, says.length, JSON.stringify(found))
    for (const [index, pattern] of says.entries()) assert.match(found[index]?.message ?? '', pattern)
    for (const { action } of found) assert.ok(action, 'it says what to do')
  })
}

test('a public address whose certificate is not accepted is a problem of that certificate', async t => {
  const server = createServer(makeCredentials({ hosts: ['127.0.0.1'], validTo: new Date('2020-01-01T00:00:00Z') }))
  t.after(() => server.close())
  server.on('tlsClientError', () => {}).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const publicUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [found] = await checkPublicUrl({ ...readConfig({}), publicUrl }, 0)
  assert.equal(found?.level, 'problem')
  assert.match(found?.message ?? '', /^The certificate of https:\/\/127\.0\.0\.1:\d+ is not accepted: [^;]+\.$/)
  assert.match(found?.action ?? '', /^Renew the certificate of the server/)
})

test('a certificate that should have been renewed is found before it ends', async t => {
  const server = createServer(makeCredentials({ hosts: ['127.0.0.1'], validTo: new Date('2100-06-30T00:00:00Z') }))
  t.after(() => server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  assert.equal(await expiringCertificate(url, Date.parse('2100-06-15T00:00:00Z')), undefined)
  const found = await expiringCertificate(url, Date.parse('2100-06-17T00:00:00Z'))
  assert.equal(found?.message, 'The certificate of 127.0.0.1 expires on 2100-06-30, and nothing has renewed it.')
  assert.equal(await expiringCertificate(url.replace('https', 'http'), Date.parse('2100-06-17T00:00:00Z')), undefined)
})

test('a folder in which others may remove uploaded files is found', async t => {
  const path = await mkdtemp(join(tmpdir(), 'gatehouse-files-'))
  t.after(() => rm(path, { recursive: true }))
  const config = {
    ...readConfig({}),
    dataDir: join(path, 'none'),
    files: { place: { kind: 'folder' as const, path }, limitBytes: 1 },
  }
  assert.deepEqual(
    (await checkFiles(config)).map(({ level }) => level),
    ['ok'],
  )
  await chmod(path, 0o777)
  const [found] = await checkFiles(config)
  assert.deepEqual(
    [found?.level, found?.message],
    ['problem', `Other accounts can write to ${path}, and so remove uploaded files.`],
  )
})

test('a server for development may be fast instead of safe', () => {
  assert.deepEqual(
    describeState({ ...SOUND, unsafe: ['fsync'], isVacuuming: false, hasChecksums: false }, 'development'),
    [],
  )
})

test('a disk that has room but can hold no more files is found, and one without a limit of files is not', () => {
  const room = { bavail: 5_000_000, bsize: 4_096, files: 1_000_000, ffree: 9_999 }
  const found = describeRoom(room, '/srv', 2)
  assert.deepEqual(
    [found.level, found.message],
    ['problem', 'Only 9,999 more files can be created for /srv, although 20.4 GB are free for /srv.'],
  )
  for (const sound of [{ ffree: 10_000 }, { files: 0, ffree: 0 }, { files: 12_000, ffree: 9_000 }])
    assert.equal(describeRoom({ ...room, ...sound }, '/srv', 2).level, 'ok')
  const almost = describeRoom({ ...room, bavail: 488_280 }, '/srv', 2)
  assert.equal(almost.message, 'Only 1.9 GB are free for /srv; 2 GB should be free.')
  assert.match(describeRoom({ ...room, bavail: 1 }, '/srv', 2).message, /^Only 0\.0 GB are free for \/srv/)
})
