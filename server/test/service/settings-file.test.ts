/** The command line that is installed next to the systemd units: it has the settings of the service, whatever their values contain. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const COMMAND = fileURLToPath(new URL('../../../deploy/systemd/gatehouse', import.meta.url))

test('the command line on a server reads the settings as systemd reads them for the service', async t => {
  const home = await makeHome(t)
  const settings = [
    ['SMTP_URL=smtps://dana:pa$$w&rd;#x`id`@mail.example.com', 'smtps://dana:pa$$w&rd;#x`id`@mail.example.com'],
    ['MAIL_FROM=Café “Maple” 🏠 <office@example.com>', 'Café “Maple” 🏠 <office@example.com>'],
    ["METRICS_TOKEN='$HOME \\ \\x'", '$HOME \\ \\x'],
    ['OTEL_SERVICE_NAME="a \\"b\\" \\$c \\x"', 'a "b" $c \\x'],
    ['S3_BUCKET=back\\\\slash', 'back\\slash'],
    ['  TWILIO_FROM = +15550100  ', '+15550100'],
    ['FILES_DIR=', ''],
    ['GATEHOUSE_ENV=production', 'production'],
  ] as const
  const lines = [
    '# A comment',
    '; another',
    '',
    'SMTP_URL=first',
    'METRICS_PORT=9090\r',
    ...settings.map(([line]) => line),
  ]
  await writeFile(join(home, 'env'), lines.join('\n'))
  await makeScripts(home)
  const printed = execFileSync('sh', [COMMAND, 'org', 'list', '--json', 'a b'], {
    encoding: 'utf8',
    env: { PATH: `${home}/bin:${process.env.PATH}`, GATEHOUSE_FOLDER: home, GATEHOUSE_SETTINGS: join(home, 'env') },
  })
  const [seen, words] = JSON.parse(printed)
  for (const [line, value] of settings) assert.equal(seen[line.trim().split(/[ =]/)[0] as string], value, line)
  assert.deepEqual([seen.METRICS_PORT, seen.GATEHOUSE_DATA_DIR], ['9090', '/var/lib/gatehouse'])
  assert.deepEqual(words, ['org', 'list', '--json', 'a b'])
})

/** Lines that systemd ignores, and what is said about each. */
const IGNORED: [line: string, says: RegExp][] = [
  ['export HOST=x', /begins with export, which is for a shell/],
  ['nonsense', /has no equals sign/],
  ['1A=2', /names no setting/],
  ['=2', /names no setting/],
]

test('a line that systemd ignores is named, and the command runs without it as the service does', async t => {
  const home = await makeHome(t)
  await writeFile(join(home, 'env'), ['PORT=8081', ...IGNORED.map(([line]) => line), ''].join('\n'))
  await makeScripts(home)
  const { status, stdout, stderr } = spawnSync('sh', [COMMAND, 'backup'], {
    encoding: 'utf8',
    env: { PATH: `${home}/bin:${process.env.PATH}`, GATEHOUSE_FOLDER: home, GATEHOUSE_SETTINGS: join(home, 'env') },
  })
  assert.equal(status, 0, stderr)
  const [{ PORT, HOST }] = JSON.parse(stdout)
  assert.deepEqual([PORT, HOST], ['8081', undefined])
  const said = stderr.trimEnd().split('\n')
  assert.equal(said.length, IGNORED.length, stderr)
  for (const [index, [, says]] of IGNORED.entries()) {
    assert.match(said[index] as string, says)
    const ending = /^gatehouse: line (\d+) of \S+ .*, so the service ignores it, and so does this command\.$/
    assert.equal(ending.exec(said[index] as string)?.[1], String(index + 2))
  }
})

/** Lines that systemd would take for something else, and what is said about each. */
const MISTAKES: [line: string, says: RegExp][] = [
  ['\uFEFFPORT=8081', /line 1 of \S+ begins with a byte order mark/],
  ['# a comment \\', /is a comment that goes on in the next line/],
  ['SMTP_URL=first\\', /goes on in the next line\. Write the whole value of SMTP_URL on one line\./],
  ['MAIL_FROM="Maple"\' Office\'', /goes on after its closing quote/],
  ['METRICS_TOKEN="x" # a comment', /goes on after its closing quote/],
  ['METRICS_TOKEN=x # a comment', /has a # after its value/],
  ['METRICS_TOKEN="x', /opens a quote and does not close it/],
  ["METRICS_TOKEN='x", /opens a quote and does not close it/],
  ['export METRICS_TOKEN="x', /opens a quote and does not close it/],
  ['1A=x\\', /goes on in the next line/],
  ['HOST=x\rPORT=1', /has a carriage return within it, where the line ends for the service/],
]

test('a mistake in the settings is named with its line, and the command is not run', async t => {
  const home = await makeHome(t)
  const file = join(home, 'env')
  const run = async (text: string | Buffer) => {
    await writeFile(file, text)
    const env = { PATH: process.env.PATH, GATEHOUSE_FOLDER: home, GATEHOUSE_SETTINGS: file }
    return spawnSync('sh', [COMMAND, 'doctor'], { encoding: 'utf8', env })
  }
  const { status, stdout, stderr } = await run(MISTAKES.map(([line]) => line).join('\n'))
  assert.deepEqual([status, stdout], [1, ''])
  const said = stderr.trimEnd().split('\n')
  assert.equal(said.length, MISTAKES.length + 1, stderr)
  for (const [index, [, says]] of MISTAKES.entries()) {
    assert.match(said[index] as string, says)
    assert.match(said[index] as string, new RegExp(`^gatehouse: line ${index + 1} of `))
  }
  assert.match(said.at(-1) as string, /^gatehouse: correct \S+ and restart the service/)
  const inLatin1 = await run(Buffer.from('# B\xfcro\nMAIL_FROM=Bj\xf6rn <office@example.com>\n', 'latin1'))
  assert.deepEqual([inLatin1.status, inLatin1.stdout], [1, ''])
  assert.match(inLatin1.stderr, /^gatehouse: line 2 of \S+ is not UTF-8, so the service does not start with it\./)
  const withNul = await run('PORT=8081\n\0HOST=x\n')
  assert.deepEqual([withNul.status, withNul.stdout], [1, ''])
  assert.match(withNul.stderr, /has a NUL byte, so the service does not start with it/)
})

test('doctor says that other accounts can read the settings, and other commands do not', async t => {
  const home = await makeHome(t)
  const file = join(home, 'env')
  await writeFile(file, 'PORT=8081\n')
  await makeScripts(home)
  const said = async (word: string, mode: number) => {
    await chmod(file, mode)
    const env = { PATH: `${home}/bin:${process.env.PATH}`, GATEHOUSE_FOLDER: home, GATEHOUSE_SETTINGS: file }
    const { status, stderr } = spawnSync('sh', [COMMAND, word], { encoding: 'utf8', env })
    assert.equal(status, 0, stderr)
    return stderr
  }
  const open = `gatehouse: every account of this machine can read the secrets in ${file}. Run \`chmod 600 ${file}\`.\n`
  assert.deepEqual(
    [await said('doctor', 0o644), await said('backup', 0o644), await said('doctor', 0o640)],
    [open, '', ''],
  )
})

async function makeHome(t: TestContext): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'gatehouse-install-'))
  t.after(() => rm(home, { recursive: true, force: true }))
  return home
}

/** Makes a program that prints its environment and its words in place of the command line. */
async function makeScripts(home: string): Promise<void> {
  await mkdir(join(home, 'bin'))
  const script = (name: string, text: string) =>
    writeFile(join(home, 'bin', name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  // Only root may change the account.
  await script('setpriv', 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"')
  await script(
    'gatehouse',
    `exec '${process.execPath}' -p 'JSON.stringify([process.env, process.argv.slice(1)])' -- "$@"`,
  )
}
