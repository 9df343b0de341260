/** The pace of an import's batches: when each may begin, and how long all of them may take. */
import { Refusal } from '#server/base/refusal.ts'
import { discardCachedPlans } from '#server/db/discard-plans.ts'
import type { Context } from '#server/platform/context.ts'

export type BatchTurn = {
  /** Whether others call at present. */
  isShared: boolean
  end(): void
}

export type TakeTurn = () => Promise<BatchTurn>

/** Twice as many rows cost PostgreSQL a fifteenth less for each than 500, because triggers run once per statement; more gain nothing. */
export const BATCH = 1_000
/**
 * The rows of a batch while others call, whose calls may have to wait for it. Such a batch takes PostgreSQL about 35 ms, and a row twice as long as
 * alone: 0.8 instead of 0.4 ms. A batch of 100 rows takes 65 ms, and one of 25 rows still 30 ms, because triggers run once per statement.
 */
const SHARED_BATCH = 50
/** The time that is reserved for the commit of the transaction. */
const TO_COMMIT_MS = 2_000
const ALONE: BatchTurn = { isShared: false, end() {} }
const WITHOUT_TURNS: TakeTurn = async () => ALONE

export type Pace = ReturnType<typeof paceOf>

type PaceOptions = {
  path: string
  /** How many rows there are. */
  rows: number
  /** Completes the message that says how to split the file. */
  splitBy: string
  /** The longest that the transaction may last, in milliseconds; without it, there is no limit. */
  timeoutMs?: number | undefined
  /** Waits until a batch may be planned and written, so that the calls of others have their turns; without it, no batch waits. */
  takeTurn?: TakeTurn | undefined
  now?: () => number
}

/**
 * Paces the batches of an import. A batch waits for its turn only for as long as the rest can still be done in time: others may make an import slower,
 * but a file that is imported on a quiet machine is not refused because of them.
 */
export function paceOf(context: Context, options: PaceOptions) {
  const { path, rows, splitBy, takeTurn = WITHOUT_TURNS, now = () => performance.now() } = options
  const { timeoutMs = Number.POSITIVE_INFINITY } = options
  const started = now()
  const waits = idleTime(now)
  let done = 0
  // Nobody knows before the first turn whether others call.
  let rowsAtOnce = takeTurn === WITHOUT_TURNS ? BATCH : SHARED_BATCH
  let doneAtLastPlans = BATCH
  const leftMs = () => timeoutMs - TO_COMMIT_MS - (now() - started)
  /** What the other rows will take at the pace so far; half of the time before the first thousand are done. */
  const restMs = () => (done < BATCH ? timeoutMs / 2 : ((now() - started - waits.ms()) / done) * (rows - done))
  return {
    /** How many rows the next batch has. */
    rowsAtOnce: () => rowsAtOnce,
    /** Waits until the next batch may begin. Resolves with the function that ends its turn. */
    async turn(): Promise<() => void> {
      const wait = () => (Number.isFinite(timeoutMs) ? within(takeTurn(), leftMs() - restMs()) : takeTurn())
      const turn = await waits.during(wait)
      if (turn !== NO_TURN) rowsAtOnce = turn.isShared ? SHARED_BATCH : BATCH
      return waits.holding(turn.end)
    },
    /** Makes the database plan its statements again each time the rows have doubled, because its statistics of an empty table are wrong by then. */
    async beforeWriting(batch: readonly unknown[]): Promise<void> {
      if (done + batch.length < 2 * doneAtLastPlans) return
      doneAtLastPlans = done + batch.length
      await discardCachedPlans(context.db)
    },
    /** Returns how many rows are done, and refuses a file that takes too long. */
    done(batch: readonly unknown[]): number {
      done += batch.length
      if (leftMs() >= 0) return done
      throw takesTooLong(path, timeoutMs, splitBy)
    },
  }
}

/** The refusal of a file whose import was cut off, or would be, by the limit of its transaction. */
export function takesTooLong(path: string, timeoutMs: number | undefined, splitBy: string): Refusal {
  const limit = timeoutMs === undefined ? 'time' : `${timeoutMs / 1_000} s`
  const message = `${path} takes longer than the ${limit} that one import may take on this service. Nothing was imported. Split the file, by ${splitBy} for example, or import it when the service is less busy. The operator of the service sets this limit with IMPORT_SECONDS.`
  return new Refusal('unavailable', message)
}

const NO_TURN: BatchTurn = { isShared: true, end() {} }

/** Resolves with the turn, or with none if it does not begin in time; it then ends as soon as it begins. */
async function within(turn: Promise<BatchTurn>, ms: number): Promise<BatchTurn> {
  const late = Promise.withResolvers<BatchTurn>()
  const timer = setTimeout(() => late.resolve(NO_TURN), Math.max(0, ms))
  try {
    const taken = await Promise.race([turn, late.promise])
    if (taken === NO_TURN) turn.then(({ end }) => end()).catch(() => {})
    return taken
  } finally {
    clearTimeout(timer)
  }
}

/** Adds up the time in which a batch waits for its turn while no other one is being written. */
function idleTime(now: () => number) {
  let total = 0
  let waiting = 0
  let held = 0
  let since: number | undefined
  const addUp = () => {
    if (since !== undefined) total += now() - since
    since = waiting > 0 && held === 0 ? now() : undefined
  }
  return {
    ms(): number {
      addUp()
      return total
    },
    async during<T>(wait: () => Promise<T>): Promise<T> {
      waiting++
      addUp()
      try {
        return await wait()
      } finally {
        waiting--
        addUp()
      }
    },
    /** Counts a turn as held until it is ended. */
    holding(end: () => void): () => void {
      held++
      addUp()
      return () => {
        held--
        addUp()
        end()
      }
    },
  }
}
