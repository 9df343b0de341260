/** Every benchmark runs to its end: a short run of each, so that the assertions in it cannot rot unnoticed. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import test, { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isLongRun } from './sizes.ts'

const BENCH = fileURLToPath(new URL('../../bench', import.meta.url))

/** The page that the runs write, instead of the one in the checkout. */
const PAGE = join(tmpdir(), `gatehouse-performance-${process.pid}.md`)

/** The options of a short run of each benchmark. */
const RUNS: Record<string, string> = {
  bodies: '--rounds 1',
  console: '--rounds 1',
  'console-lists': '--units 60 --rounds 1',
  deliveries: '--events 50 --rounds 1',
  fairness: '--units 60 --rounds 1 --seconds 2',
  imports: '--rows 2000 --uploads 3 --rounds 1 --rate 50',
  'many-organizations': '--organizations 20 --seconds 1',
  reads: '--units 30,60 --months 2 --rounds 1 --seconds 0.1',
  report: `--units 30,60 --months 2 --rounds 1 --seconds 0.1 --load 0.5 --organizations 2 --imported 60 --backlog 50 --out ${PAGE}`,
  'rolling-restart': '--rate 20 --seconds 2 --apis 1 --workers 1 --drain 1',
  visibility: '--rounds 2',
  send: '--rounds 1 --seconds 0.1',
  soak: '--minutes 0.05 --units 30',
  streams: '--units 30,60 --months 2 --entries 5 --rounds 1',
  'tenant-query': '--rounds 1 --seconds 0.1',
  triggers: '--rounds 1 --writes 2 --units 60',
  webhooks: '--rates 20,50 --seconds 1 --rounds 1 --backlog 50',
  writes: '--organizations 2 --rounds 1 --seconds 0.5',
}

/**
 * The runs of the short size. They take the least time, and `reads` compares the replies of the service with those of two
 * other servers.
 */
const SHORT: Record<string, string> = {
  reads: '--units 60 --months 2 --rounds 1 --seconds 0.1 --only unmeasured',
  send: '--rounds 1 --seconds 0.1',
}

/**
 * The exit statuses of a run that reached its end: 3 means that it found something slower than promised, which can
 * happen on a busy machine.
 */
const TO_THE_END = [0, 3]

test('every benchmark has a short run', () => {
  const benchmarks = globSync('*.ts', { cwd: BENCH }).map(file => basename(file, '.ts'))
  assert.deepEqual(Object.keys(RUNS).sort(), benchmarks.filter(name => name !== 'run').sort())
})

after(() => rm(PAGE, { force: true }))

for (const [name, options] of Object.entries(isLongRun ? RUNS : SHORT)) {
  test(`npm run bench -- ${name} ${options}`, async () => {
    // A program that inherits the variables of a test run would report to that run.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const program = spawn(process.execPath, [`${BENCH}/run.ts`, name, ...options.split(' ')], { env })
    const [status, said, failed] = await Promise.all([
      new Promise(resolve => program.once('close', resolve)),
      text(program.stdout),
      text(program.stderr),
    ])
    assert.ok(TO_THE_END.includes(status as number), `it ended with status ${status}: ${said}${failed}`)
    assert.notEqual(said, '')
    if (name === 'report') assert.match(await readFile(PAGE, 'utf8'), /^## Aims$[^#]*missed[\s\S]*^## Webhooks$/m)
  })
}
