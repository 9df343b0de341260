/**
 * `npm run bench -- report` writes docs/performance.md: the output of the other benchmarks on this machine, run one after another, below a table of
 * their aims. About 15 minutes on 2 cores. Options: --units 400,10000 --months 36 --rounds 3 --seconds 0.3 (a turn of a read) --load 8 (a turn of
 * writes or webhooks) --organizations 32 (that write) --imported 2000 (units, for what triggers cost) --backlog 21600 --out FILE.
 */
import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { AIM_MISSED } from './measure/aims.ts'
import { describeMachine } from './report/machine.ts'
import { type Chapter, pageOf, type Ran } from './report/page.ts'

const { values } = parseArgs({
  options: {
    units: { type: 'string', default: '400,10000' },
    months: { type: 'string', default: '36' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '0.3' },
    load: { type: 'string', default: '8' },
    organizations: { type: 'string', default: '32' },
    imported: { type: 'string', default: '2000' },
    backlog: { type: 'string', default: '21600' },
    out: { type: 'string', default: fileURLToPath(new URL('../docs/performance.md', import.meta.url)) },
  },
})
const { units, months, rounds, seconds, load, organizations, imported, backlog, out } = values

const chapters: Chapter[] = [
  {
    title: 'Reads compared with plain tables',
    words: `Each read of the API compared with a server written by hand over tables that store what is true today, with an index for every filter, and
without quota, audit log or row-level security. "Same SQL" runs the statements of the service without its pipeline.`,
    command: ['reads', '--units', units, '--months', months, '--rounds', rounds, '--seconds', seconds],
  },
  {
    title: 'Writes compared with a bare handler',
    words: `\`POST /work-orders\` with an Idempotency-Key compared with a handler written by hand that makes the same inserts: the work order, its event, the
record of the key and the audit line.`,
    command: ['writes', '--organizations', organizations, '--rounds', rounds, '--seconds', load],
  },
  {
    title: 'Triggers',
    words: `The processor time of a whole write, of the service and PostgreSQL together, with the triggers of the change feed, from which copies are kept,
compared with the same write without them. Two copies of one database take turns.`,
    command: ['triggers', '--rounds', String(3 * Number(rounds)), '--units', imported],
  },
  {
    title: 'Rent roll and first copy',
    words: `Whole portfolios, each as one stream from one snapshot: the rent roll of today and of a day a year ago, and the export with which a copy
begins.`,
    command: ['streams', '--units', units, '--months', months, '--rounds', rounds],
  },
  {
    title: 'Webhooks',
    words: `Events committed at a steady rate, and when the first byte of each delivery reached a receiver on the same machine. Then how long one worker
takes to deliver what has accumulated in 24 hours without a worker.`,
    command: ['webhooks', '--rounds', rounds, '--seconds', load, '--backlog', backlog],
  },
]

const began = performance.now()
const day = new Date().toISOString().slice(0, 10)
const machine = await describeMachine()
const ran: Ran[] = []
for (const chapter of chapters) {
  process.stdout.write(`\n${chapter.title}\n\n`)
  ran.push({ ...chapter, ...(await run(chapter.command)) })
}
const minutes = (performance.now() - began) / 60_000
const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
await writeFile(out, pageOf(ran, { day, minutes, version, machine, command: process.argv.slice(2) }))
process.stdout.write(`\n${out} was written after ${minutes.toFixed(0)} minutes.\n`)
const statuses = ran.map(({ status }) => status)
process.exitCode = statuses.find(status => status !== 0 && status !== AIM_MISSED) ?? Math.max(...statuses)

/** Runs a benchmark. Its output is passed on at once, and kept. */
function run(command: string[]): Promise<{ status: number; said: string }> {
  return new Promise(resolve => {
    const child = spawn(process.execPath, [`${import.meta.dirname}/run.ts`, ...command], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      process.stdout.write(text)
    })
    child.once('close', status => resolve({ status: status ?? 1, said }))
  })
}
