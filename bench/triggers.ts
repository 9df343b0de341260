/**
 * What the triggers of the change feed cost a write: the processor time of the whole write, of the service and of PostgreSQL's server processes
 * together, with the triggers and without them. Two copies of one database are written to in short turns, forwards and backwards, so that a busy
 * moment affects both. A ratio is the median of the pairs of turns; in parentheses is the range that contains the median of endless pairs with 95%
 * certainty. Work orders are written through HTTP, as `writes` does. The other writes are operations of the console without its pipeline, so their
 * ratios are higher than those of a whole call. Options: --rounds 10 (turns of an import; ten times as many of each other write) --writes 10 (in a
 * turn) --units 2000 (of an imported rent roll) --only NAME (of a write) --without feed_ (how the names of the triggers begin) --apply FILE.sql (runs
 * the statements of the file on a third copy).
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type Aim, printAims } from './measure/aims.ts'
import { openLoad } from './measure/alternate.ts'
import { print } from './measure/print.ts'
import { median } from './measure/quantile.ts'
import { dropTriggers, openSetup, type Side } from './triggers/sides.ts'
import { type Subject, subjectsOn } from './triggers/subjects.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    writes: { type: 'string', default: '10' },
    units: { type: 'string', default: '2000' },
    only: { type: 'string', default: '' },
    without: { type: 'string', default: 'feed_' },
    apply: { type: 'string' },
  },
})
const [rounds, writes, units] = [values.rounds, values.writes, values.units].map(Number) as [number, number, number]

const MAX_RATIO = 1.1
const WARM_UPS = 5
const TURNS_PER_ROUND = 10

/** Milliseconds of processor time for each write of a turn. */
type Spent = { service: number; postgres: number }
const wholeOf = ({ service, postgres }: Spent) => service + postgres
const postgresOf = ({ postgres }: Spent) => postgres

/** The turns of each side. */
type Measured = { subject: Subject; spent: Spent[][] }

const setup = await openSetup({
  without: dropTriggers(values.without),
  with: 'select',
  ...(values.apply === undefined ? {} : { [values.apply]: await readFile(values.apply, 'utf8') }),
})
const load = openLoad()
try {
  const subjects = (await subjectsOn(setup, load)).filter(({ name }) => name.includes(values.only))
  print(
    `Processor time of a write in µs, and its ratio to the same write without the triggers ${values.without}*, in turns of ${writes}`,
  )
  print('')
  print('                          service  PostgreSQL   whole write              PostgreSQL')
  const measured: Measured[] = []
  for (const subject of subjects) {
    const taken = await measure(subject)
    measured.push(taken)
    report(taken)
  }
  print('')
  printAims(aimsOf(measured))
} finally {
  await load.close()
  await setup.close()
}

async function measure(subject: Subject): Promise<Measured> {
  const spent = setup.sides.map((): Spent[] => [])
  const times = subject.isImport ? units : writes
  const turns = subject.isImport ? rounds : rounds * TURNS_PER_ROUND
  const warmUps = subject.isImport ? 0 : WARM_UPS
  const order = [...setup.sides.entries()]
  for (let turn = -warmUps; turn < turns; turn++) {
    for (const [index, side] of order) {
      const taken = await spentOn(side, () => subject.run(side, (turn + warmUps) * times, times))
      if (turn >= 0) spent[index]?.push({ service: taken.service / times, postgres: taken.postgres / times })
    }
    order.reverse()
  }
  return { subject, spent }
}

async function spentOn(side: Side, run: () => Promise<unknown>): Promise<Spent> {
  const before = await side.postgresMs()
  const began = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(began)
  return { service: (user + system) / 1_000, postgres: (await side.postgresMs()) - before }
}

function report({ subject, spent }: Measured): void {
  for (const [index, { name }] of setup.sides.entries()) {
    if (index === 0) continue
    const us = (part: keyof Spent) => (median((spent[index] ?? []).map(each => each[part])) * 1_000).toFixed(0)
    const ratio = (of: (spent: Spent) => number) => {
      const { low, middle, high } = ratioOf(spent, index, of)
      return `×${middle.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`.padEnd(22)
    }
    print(
      `${subject.name.padEnd(24)} ${us('service').padStart(8)} ${us('postgres').padStart(11)}   ${ratio(wholeOf)}   ${ratio(postgresOf)}` +
        (setup.sides.length > 2 ? ` ${name}` : ''),
    )
  }
}

/** The median of the pairs of turns, and the order statistics that contain it with 95% certainty. */
function ratioOf(spent: Spent[][], side: number, of: (spent: Spent) => number) {
  const ratios = (spent[side] ?? []).map((each, turn) => of(each) / of(spent[0]?.[turn] as Spent))
  ratios.sort((one, other) => one - other)
  const at = (place: number) => ratios[Math.max(0, Math.min(ratios.length - 1, place))]!
  const half = ratios.length >> 1
  const reach = Math.ceil(0.98 * Math.sqrt(ratios.length))
  return { low: at(half - reach), middle: at(half), high: at(half + reach) }
}

function aimsOf(measured: Measured[]): Aim[] {
  const aim = (what: string, all: Measured[]): Aim[] => {
    const ratios = all.map(({ subject, spent }) => ({ ...ratioOf(spent, 1, wholeOf), name: subject.name }))
    const [costliest] = ratios.toSorted((one, other) => other.middle - one.middle)
    if (!costliest) return []
    const { middle, low, high, name } = costliest
    const measured = `×${middle.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)}; ${name})`
    return [{ what, aim: `at most ×${MAX_RATIO}`, measured, isMet: middle <= MAX_RATIO }]
  }
  return [
    ...aim(
      'Processor time of the most expensive write with the change feed, compared with the write without it',
      measured.filter(({ subject }) => !subject.isImport),
    ),
    ...aim(
      `Processor time of an import of ${units.toLocaleString('en-US')} units with the change feed, compared with the import without it`,
      measured.filter(({ subject }) => subject.isImport),
    ),
  ]
}
