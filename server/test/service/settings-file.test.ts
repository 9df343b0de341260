/** The command line that is installed next to the systemd units: it has the settings of the service, whatever their values contain. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const COMMAND = fileURLToPath(new URL('../../../deploy/systemd/gatehouse', import.meta.url))

test('the command line on a server reads the settings as systemd reads them for the service', async t => {
  const home = await mkdtemp(join(tmpdir(), 'gatehouse-install-'))
  t.after(() => rm(home, { recursive: true, force: true }))
  const settings = [
    ['SMTP_URL=smtps://dana:pa$$w&rd;#x`id`@mail.example.com', 'smtps://dana:pa$$w&rd;#x`id`@mail.example.com'],
    ['MAIL_FROM=Maple Office <office@example.com>', 'Maple Office <office@example.com>'],
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
    'export PORT=1',
    'nonsense',
    'SMTP_URL=first',
    ...settings.map(([line]) => line),
  ]
  await writeFile(join(home, 'env'), lines.join('\n'))
  await mkdir(join(home, 'bin'))
  const script = (name: string, text: string) =>
    writeFile(join(home, 'bin', name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  // Only root may change the account.
  await script('setpriv', 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"')
  await script(
    'gatehouse',
    `exec '${process.execPath}' -p 'JSON.stringify([process.env, process.argv.slice(1)])' -- "$@"`,
  )
  const printed = execFileSync('sh', [COMMAND, 'org', 'list', '--json', 'a b'], {
    encoding: 'utf8',
    env: { PATH: `${home}/bin:${process.env.PATH}`, GATEHOUSE_FOLDER: home, GATEHOUSE_SETTINGS: join(home, 'env') },
  })
  const [seen, words] = JSON.parse(printed)
  for (const [line, value] of settings) assert.equal(seen[line.trim().split(/[ =]/)[0] as string], value, line)
  assert.deepEqual([seen.PORT, seen.GATEHOUSE_DATA_DIR], [undefined, '/var/lib/gatehouse'])
  assert.deepEqual(words, ['org', 'list', '--json', 'a b'])
})
