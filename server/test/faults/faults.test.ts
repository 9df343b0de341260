/**
 * Every promise, held through every fault: kill -9 of a process, a full disk, clocks that are an hour off, and a network that resets, stalls and goes
 * silent, while every kind of write continues and readers keep copies. docs/faults.md has the table.
 *
 * Each round has a seed, from which follow what is written and how the fault is made; a round that fails prints it, and FAULT_SEED repeats it.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { inspect } from 'node:util'
import { createRandom } from '#server/seed/random.ts'
import { until } from '../service/processes.ts'
import { isLongRun, repeats } from '../sizes.ts'
import { blankHistory, type History } from './history.ts'
import { FAULTS, type Fault } from './kinds.ts'
import { brokenPromises, promiseCount, SMALL_QUOTA, settle } from './promises.ts'
import { type Copy, openCopies, startReaders } from './readers.ts'
import { LIMIT_MS, openStage, type Stage } from './stage.ts'
import { startWriters, type Writing } from './writers.ts'

const { FAULT_SEED, FAULT_ROUNDS } = process.env
const ROUNDS = FAULT_SEED === undefined ? Number(FAULT_ROUNDS ?? repeats(1, 10)) : 1
const READERS = repeats(3, 10)
/** The number of writes that are answered before the fault, and again after it. */
const WRITES = repeats(15, 60)
/** The cheapest fault, which is the one in `npm test`. */
const SHORT = 'kill -9 of the API'

const nameOf = (fault: Fault) => `every promise is kept through ${fault.name}`

if (isLongRun) {
  for (const fault of FAULTS) test(nameOf(fault), { skip: fault.skip?.() ?? false }, t => runFault(t, fault))
} else {
  const cheapest = FAULTS.find(({ name }) => name === SHORT) as Fault
  test(nameOf(cheapest), t => runFault(t, cheapest))
}

async function runFault(t: TestContext, fault: Fault): Promise<void> {
  const stage = await openStage(t, { hasOwnDisk: fault.needsOwnDisk === true })
  const all = stage.org.key
  const { key: small } = await stage.org.issueKey({ requestsPerMinute: SMALL_QUOTA })
  const numbers = new Map<string, number>()
  const copies = await openCopies(stage, READERS, createRandom('copies'))
  const accepted: History['accepted'] = []
  for (let round = 1; round <= ROUNDS; round++) {
    const seed = FAULT_SEED ?? randomBytes(4).toString('hex')
    const mark = `r${round}-${seed}`
    const history = { ...blankHistory(mark), accepted }
    const writing = {
      stage,
      random: createRandom(seed),
      history,
      mark,
      keys: { all, small },
      numbers,
    }
    tell(`${fault.name}: round ${round} begins, with seed ${seed}`)
    try {
      const written = await runRound(fault, writing, copies)
      const broken = await brokenPromises(stage, history, copies)
      assert.deepEqual(broken, [])
      tell(`${fault.name}: every promise was kept: ${figures(round, seed, written, history, stage, copies)}`)
    } catch (error) {
      const again = `FAULT_SEED=${seed} npm run test:long -- server/test/faults --name "${nameOf(fault)}"`
      const failure = new Error(`Round ${round} failed: ${inspect(error)}\nAgain: ${again}`)
      tell(`${fault.name}: ${failure.message}`)
      throw failure
    }
  }
}

/** Printed as it happens, because ending a run that hangs would lose its seed and its reason. */
function tell(line: string): void {
  if (isLongRun) process.stdout.write(`${line}\n`)
}

/** Keeps writing and reading while the fault is made; resolves with what was answered once everything is calm again. */
async function runRound(fault: Fault, writing: Writing, copies: readonly Copy[]): Promise<Record<string, number>> {
  const { stage, history, random } = writing
  const { written, stop } = await startWriters(writing)
  const stopReaders = startReaders(stage, copies, random.branch('readers'), history)
  const answers = async (count: number) => {
    const before = { ...written }
    const goal = total(written) + count
    await until(() => total(written) >= goal, LIMIT_MS).catch(error => {
      const { latest } = history
      const state = `${inspect({ before, written, latest })}\n${stage.describe()}`
      throw new Error(`Of ${count} writes too few were answered: ${state}`, { cause: error })
    })
  }
  const attempts = async (count: number) => {
    const goal = history.attempts + count
    await until(() => history.attempts >= goal, LIMIT_MS)
  }
  try {
    await answers(random.integer(WRITES, 2 * WRITES))
    await fault.inflict(stage, random.branch('fault'), attempts)
    await answers(random.integer(WRITES, 2 * WRITES))
  } finally {
    await Promise.all([stop(), stopReaders()])
  }
  await settle(stage)
  return written
}

function figures(
  round: number,
  seed: string,
  written: Record<string, number>,
  { answered }: History,
  { receiver }: Stage,
  copies: readonly Copy[],
): string {
  const deaths = copies.reduce((sum, copy) => sum + copy.deaths, 0)
  return JSON.stringify({
    round,
    seed,
    promises: promiseCount,
    writes: total(written),
    calls: answered.length,
    deliveries: receiver.received.length,
    deaths,
    records: copies[0]?.records.size,
    ...written,
  })
}

const total = (written: Record<string, number>) => Object.values(written).reduce((sum, count) => sum + count, 0)
