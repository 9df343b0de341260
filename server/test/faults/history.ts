/** The replies and events of one round, as callers and receivers got them; every promise is checked against them. */
import { repeats } from '../sizes.ts'

/** Rows of a file that the command line imports again and again. */
const ROWS = repeats(40, 2_000)
/** Rows of a file that a member uploads once in a round; FAULT_ROWS sets another number, for a machine that is busy. */
const UPLOADED_ROWS = Number(process.env.FAULT_ROWS ?? repeats(100, 20_000))

export type History = {
  /** Every reply to a call with a known key. */
  answered: { requestId: string; status: number }[]
  /** What exists, by its mark, and its ID if the call was answered. */
  orders: Map<string, string | undefined>
  messages: Map<string, string | undefined>
  leads: Map<string, string | undefined>
  /** IDs that console steps and commands answered, and the actions of the administrative log that console steps must have left. */
  made: { table: string; id: string }[]
  /** The turn of the last import that succeeded, and the one begun last. */
  imports: { stored: number; begun: number; rows: number }
  /** The file that a member uploads. */
  upload: { title: string; rows: number; isStored: boolean }
  /** Accepted calls of the key with a small quota: when each was sent and answered, in milliseconds of this process. */
  accepted: { sent: number; answered: number }[]
  attempts: number
  /** How the latest call of each kind ended: its status, or the error. */
  latest: Map<string, string>
  problems: string[]
}

export const blankHistory = (mark: string): History => ({
  answered: [],
  orders: new Map(),
  messages: new Map(),
  leads: new Map(),
  made: [],
  imports: { stored: 0, begun: 0, rows: ROWS },
  upload: { title: `${mark} tower`, rows: UPLOADED_ROWS, isStored: false },
  accepted: [],
  attempts: 0,
  latest: new Map(),
  problems: [],
})
