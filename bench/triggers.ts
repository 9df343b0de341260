/**
 * What the triggers that keep derived data cost: PostgreSQL's processor time for writes and for the import of a rent roll with all triggers, with
 * those of the change feed disabled, and with those of the histories, balances, counts or search words disabled, in a random order in each round. A
 * work order is opened and changed through the API, as `writes` does; other writes are operations of the console without its pipeline, each in a
 * transaction of its own. Options: --rounds 5 --writes 200 (of each kind in a turn) --units 2000 (of the imported rent roll).
 */
import { parseArgs } from 'node:util'
import { type Aim, printAims } from './measure/aims.ts'
import { median } from './measure/alternate.ts'
import { print } from './measure/print.ts'
import { GROUPS, type Group } from './triggers/groups.ts'
import { openSetup } from './triggers/setup.ts'
import { type Subject, subjectsOn } from './triggers/subjects.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    writes: { type: 'string', default: '200' },
    units: { type: 'string', default: '2000' },
  },
})
const [rounds, writes, units] = [values.rounds, values.writes, values.units].map(Number) as [number, number, number]

const FEED: Group = 'change feed'
const MOST = 1.1

/** Milliseconds for each time that the subject was measured: with all triggers, or without those of a group. */
type Measured = { subject: Subject; samples: Map<Group | undefined, number[]> }

const setup = await openSetup()
const measured = (await subjectsOn(setup, { writes, units })).map(
  (subject): Measured => ({
    subject,
    samples: new Map(
      [undefined, FEED, ...subject.derives].map((without): [Group | undefined, number[]] => [without, []]),
    ),
  }),
)
try {
  for (let round = 0; round < rounds; round++) {
    for (const { subject, samples } of measured) {
      for (const [without, taken] of shuffled([...samples])) taken.push(await measure(subject, without))
    }
  }
  report()
} finally {
  await setup.close()
}

async function measure({ run, times, warmUp }: Subject, without: Group | undefined): Promise<number> {
  await setup.disable(without)
  // Connections plan their statements again after triggers were enabled or disabled.
  await run(warmUp)
  const before = setup.postgresMs()
  await run(times)
  return (setup.postgresMs() - before) / times
}

function report(): void {
  const groups = Object.keys(GROUPS) as Group[]
  print(
    `PostgreSQL's processor time, medians of ${rounds} rounds of ${writes} writes, in a random order; the ratios are those of all triggers to`,
  )
  print('all but the ones named above')
  print('')
  print(`${''.padEnd(28)}      µs${groups.map(group => group.padStart(18)).join('')}`)
  for (const each of measured) {
    const us = (median(each.samples.get(undefined) as number[]) * 1_000).toFixed(0)
    const ratios = groups.map(group => (each.samples.has(group) ? `×${ratioOf(each, group).toFixed(2)}` : ''))
    print(`${each.subject.name.padEnd(28)} ${us.padStart(7)}${ratios.map(ratio => ratio.padStart(18)).join('')}`)
  }
  print('')
  const imports = measured.filter(({ subject }) => subject.isImport)
  const others = measured.filter(({ subject }) => !subject.isImport)
  printAims([
    aimOf('The change feed in the dearest of these writes, of the write without it', others),
    aimOf(`The change feed in the import of ${units.toLocaleString('en-US')} units, of the import without it`, imports),
  ])
}

function aimOf(what: string, all: readonly Measured[]): Aim {
  const ratio = Math.max(...all.map(each => ratioOf(each, FEED)))
  const dearest = all.find(each => ratioOf(each, FEED) === ratio)?.subject.name
  const measured = `×${ratio.toFixed(2)}${all.length > 1 ? ` (${dearest})` : ''}`
  return { what, aim: `at most ×${MOST}`, measured, isMet: ratio <= MOST }
}

/** The median of the rounds, because what was measured in one round was measured under one load. */
function ratioOf({ samples }: Measured, group: Group): number {
  const all = samples.get(undefined) as number[]
  const without = samples.get(group) as number[]
  return median(all.map((ms, round) => ms / (without[round] as number)))
}

function shuffled<T>(all: readonly T[]): T[] {
  return all
    .map(each => ({ each, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ each }) => each)
}
