/**
 * Measures how one customer's import affects the others: how long another organization's `GET /properties` takes with and without the dry run of a
 * large file in the console; and how much memory the service takes for one import and for many uploads at once. The file is a CSV with one row per
 * unit, or with --workbook one of Yardi's workbooks with four rows per unit. Options: --rows 60000 --workbook --uploads 40 --rounds 3 --rate 50 (calls
 * per second).
 */
import { fork } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { CONSOLE_PREFIX } from '#contract/console.ts'
import { V1_PREFIX } from '#contract/v1.ts'
import { openSetup, rentRollOf, yardiWorkbookOf } from './imports/setup.ts'
import { print } from './measure/print.ts'
import { openProgram } from './measure/program.ts'
import { median } from './measure/quantile.ts'
import type { Answer, Question } from './measure/serve.ts'
import { signIn } from './measure/sign-in.ts'
import type { SteadyCalls, SteadyFigures } from './measure/steady-calls.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '60000' },
    workbook: { type: 'boolean', default: false },
    uploads: { type: 'string', default: '40' },
    rounds: { type: 'string', default: '3' },
    rate: { type: 'string', default: '50' },
  },
})
const [rows, uploads, rounds, perSecond] = [values.rows, values.uploads, values.rounds, values.rate].map(Number) as [
  number,
  number,
  number,
  number,
]
const QUIET_MS = 10_000
const MIB = 1024 * 1024

const setup = await openSetup(2)
const service = openProgram<Question, Answer>(`${import.meta.dirname}/measure/serve.ts`)
const { url } = await service.ask({ connection: setup.connection })
const cookies = await Promise.all(setup.members.map(member => signIn(url, member)))
const { name, content, mapping } = values.workbook
  ? { name: 'roll.xlsx', ...(await yardiWorkbookOf(rows)) }
  : { name: 'roll.csv', content: Buffer.from(rentRollOf(rows)), mapping: {} }
const body = JSON.stringify({ file_name: name, content: content.toString('base64'), dry_run: true, mapping })
print(
  `${name} with ${rows.toLocaleString('en-US')} rows, ${(content.length / MIB).toFixed(1)} MiB; ${perSecond} calls/s.`,
)

try {
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const without = await during(() => pause(QUIET_MS))
    const { rss } = await service.ask('rest')
    const began = performance.now()
    let said = ''
    const withImport = await during(async () => {
      said = await preview(0)
    })
    const { peak } = await service.ask('peak')
    ratios.push(withImport.p99 / without.p99)
    print(`without an import        ${described(without)}`)
    print(`with an import           ${described(withImport)}   ×${(withImport.p99 / without.p99).toFixed(2)}`)
    print(
      `  the import: ${said} after ${((performance.now() - began) / 1000).toFixed(1)} s; memory grew by ${grown(rss, peak)}`,
    )
  }
  print(`p99 with / without       ×${median(ratios).toFixed(2)}`)
  const { rss } = await service.ask('rest')
  const said = await Promise.all(Array.from({ length: uploads }, (_, index) => preview(index % setup.members.length)))
  const { peak } = await service.ask('peak')
  const counts = Object.entries(Object.groupBy(said, word => word)).map(([word, all]) => `${all?.length} × ${word}`)
  print(`${uploads} uploads at once: ${counts.join(', ')}; memory grew by ${grown(rss, peak)}`)
} finally {
  await service.close()
  await setup.close()
}

async function during(work: () => Promise<unknown>): Promise<SteadyFigures> {
  const calling = fork(`${import.meta.dirname}/measure/steady-calls.ts`)
  const measured = new Promise<SteadyFigures>((resolve, reject) => {
    calling.once('message', figures => resolve(figures as SteadyFigures))
    calling.once('exit', status => reject(new Error(`The program of steady calls ended with status ${status}`)))
  })
  const processes = { service: service.pid, postmaster: undefined }
  calling.send({ url: `${url}${V1_PREFIX}/properties`, key: setup.key, perSecond, ...processes } satisfies SteadyCalls)
  await work()
  calling.send('stop')
  return measured
}

/** Uploads the file as the member with this number; resolves with the outcome. */
async function preview(member: number): Promise<string> {
  const { organizationId } = setup.members[member]!
  const reply = await fetch(`${url}${CONSOLE_PREFIX}/organizations/${organizationId}/imports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, cookie: cookies[member]! },
    body,
  })
  const answer = (await reply.json()) as { message?: string; rows?: number }
  return `${reply.status} ${reply.status === 200 ? `${answer.rows} rows` : answer.message}`
}

function described({ count, p50, p99, slowest }: SteadyFigures): string {
  return `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, slowest ${slowest.toFixed(0)} ms of ${count}`
}

function grown(before: number, peak: number): string {
  return `${((peak - before) / MIB).toFixed(0)} MiB`
}
