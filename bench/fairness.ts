/**
 * Measures how one organization's flood affects another: how long `GET /properties` of a quiet organization takes with and without lists, writes,
 * exports, rent rolls and imports of a noisy one, in alternating turns. The promise is at most 1.5 times the p95. The service runs from the bundle. All
 * callers would have machines of their own: those of the noisy one run at the lowest priority, and each program is a session of its own, because Linux
 * shares processors by session first. The processor time that the service took during a quiet call hardly depends on what else the machine does. The
 * first row has no calls: a program at the lowest priority that keeps one processor busy shows what of a ratio comes from the machine.
 * Options: --units 5000 --quiet-units 400 --copies 0 (further organizations like the quiet one) --rounds 3 --seconds 10 --rate 20 (calls per second of
 * the quiet one) --only NAME.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { CONSOLE_PREFIX } from '#contract/console.ts'
import { V1_PREFIX } from '#contract/v1.ts'
import type { Flood, FloodCall, FloodReplies } from './fairness/flood.ts'
import { openSetup } from './fairness/setup.ts'
import { rentRollOf } from './imports/setup.ts'
import { type Aim, printAims } from './measure/aims.ts'
import { bundle, serveGatehouse } from './measure/gatehouse.ts'
import { print } from './measure/print.ts'
import { median } from './measure/quantile.ts'
import { signIn } from './measure/sign-in.ts'
import type { SteadyCalls, SteadyFigures } from './measure/steady-calls.ts'

const { values } = parseArgs({
  options: {
    units: { type: 'string', default: '5000' },
    'quiet-units': { type: 'string', default: '400' },
    copies: { type: 'string', default: '0' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '10' },
    rate: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
  },
})
const [units, rounds, seconds, perSecond] = [values.units, values.rounds, values.seconds, values.rate].map(Number) as [
  number,
  number,
  number,
  number,
]
const MAX_RATIO = 1.5
const WITHOUT_CALLS = 'no calls'

const setup = await openSetup({ units, quietUnits: Number(values['quiet-units']), copies: Number(values.copies) })
bundle()
const service = await serveGatehouse(setup.connection, 'api')
const { url } = service
const aims: Aim[] = []

try {
  print(
    `A noisy organization of ${units} units, a quiet one of ${values['quiet-units']} and ${values.copies} copies of it; ${rounds} rounds of ${seconds} s, ${perSecond} calls/s of the quiet one`,
  )
  print('')
  print('                p95 of a quiet call                         processor time during it, ms (p95)')
  print(
    'flood               alone       with  ratio                 event loop     PostgreSQL      replies to the noisy one',
  )
  await quietFor(Math.min(seconds, 2))
  for (const [name, flood] of Object.entries(await floods()))
    if (name.startsWith(values.only)) await compare(name, flood)
  print('')
  printAims(aims)
} finally {
  await service.stop()
  await setup.close()
}

async function compare(name: string, flood: Omit<Flood, 'url'>): Promise<void> {
  const ratios: number[] = []
  const [alone, withFlood]: [SteadyFigures[], SteadyFigures[]] = [[], []]
  const replies: FloodReplies = {}
  for (let round = 0; round < rounds; round++) {
    alone.push(await quietFor(seconds))
    const flooding = fork(`${import.meta.dirname}/fairness/flood.ts`, { detached: true })
    flooding.send({ url, ...flood } satisfies Flood)
    await pause(Math.min(seconds, 1) * 1_000)
    withFlood.push(await quietFor(seconds))
    flooding.send('stop')
    const [statuses] = (await once(flooding, 'message')) as [FloodReplies]
    for (const [status, count] of Object.entries(statuses)) replies[status] = (replies[status] ?? 0) + count
    ratios.push(withFlood.at(-1)!.p95 / alone.at(-1)!.p95)
  }
  const ratio = median(ratios)
  if (name !== WITHOUT_CALLS)
    aims.push({
      what: `A quiet call next to ${name} of another organization, p95, compared with one alone`,
      aim: `at most ×${MAX_RATIO}`,
      measured: `×${ratio.toFixed(2)}`,
      isMet: ratio <= MAX_RATIO,
    })
  const range = [Math.min(...ratios), Math.max(...ratios)].map(each => each.toFixed(2)).join(' to ')
  const said = Object.entries(replies).map(([status, count]) => `${count} × ${status}`)
  const of = (figure: keyof SteadyFigures) =>
    [alone, withFlood].map(rounds => median(rounds.map(each => each[figure])).toFixed(1))
  const times = of('p95').map(ms => `${ms} ms`.padStart(10))
  const work = [of('eventLoop'), of('postgres')].map(([before, after]) => `${before} → ${after}`.padEnd(15))
  print(
    `${name.padEnd(15)}${times.join(' ')}  ×${`${ratio.toFixed(2)} (${range})`.padEnd(20)} ${work.join('')} ${said.join(', ')}`,
  )
}

/** Calls of the quiet organization at a steady rate, whether or not they are answered. */
async function quietFor(forSeconds: number): Promise<SteadyFigures> {
  const calling = fork(`${import.meta.dirname}/measure/steady-calls.ts`, { detached: true })
  calling.send({
    url: `${url}${V1_PREFIX}/properties`,
    key: setup.quiet.key,
    perSecond,
    service: service.pid,
    postmaster: setup.postmaster,
  } satisfies SteadyCalls)
  await pause(forSeconds * 1_000)
  calling.send('stop')
  const [figures] = (await once(calling, 'message')) as [SteadyFigures]
  return figures
}

async function floods(): Promise<Record<string, Omit<Flood, 'url'>>> {
  const { keys, propertyId, organizationId } = setup.noisy
  const of = (path: string, body?: object) =>
    keys.map<FloodCall>(key => ({
      method: body ? 'POST' : 'GET',
      path: `${V1_PREFIX}${path}`,
      headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }))
  const lists = [
    '/properties?limit=100',
    '/payments?limit=100',
    '/listings?limit=100',
    '/invoices?limit=100&offset=2000',
  ]
  const roll = { file_name: 'roll.csv', content: Buffer.from(rentRollOf(units)).toString('base64'), dry_run: true }
  const upload = {
    method: 'POST' as const,
    path: `${CONSOLE_PREFIX}/organizations/${organizationId}/imports`,
    headers: { 'content-type': 'application/json', origin: url, cookie: await signIn(url, setup.noisy) },
    body: JSON.stringify(roll),
  }
  const order = { property_id: propertyId, title: 'Leak under sink', category: 'PLUMBING', priority: 'HIGH' }
  return {
    [WITHOUT_CALLS]: { calls: [], atOnce: 1 },
    lists: { calls: lists.flatMap(path => of(path)), atOnce: 32 },
    writes: { calls: of('/work-orders', order), atOnce: 32 },
    exports: { calls: of('/export'), atOnce: 1 },
    'rent rolls': { calls: of('/rent-roll?scope_id=portfolio'), atOnce: 8 },
    imports: { calls: [upload], atOnce: 1 },
  }
}
