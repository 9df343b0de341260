/**
 * The messages of one call in one piece: its organization, its statement and the end of its transaction. Written one by one, as the driver writes
 * them, the five messages took a tenth of what a small read costs this process.
 */
import type { Parameter } from './value.ts'

const [BIND, EXECUTE, SYNC] = Buffer.from('BES') as unknown as [number, number, number]
/** Executes the portal without a name to its end. */
const EXECUTE_WHOLE = Buffer.from([EXECUTE, 0, 0, 0, 9, 0, 0, 0, 0, 0])
const SYNC_NOW = Buffer.from([SYNC, 0, 0, 0, 4])
/** What a statement takes in addition to its name and parameters, rounded up; a parameter takes 4 bytes in addition to its text. */
const OVERHEAD = 32
const MAX_BYTES_PER_CHARACTER = 3

type Bound = { name: string; parameters: readonly Parameter[] }

/** The message is composed here and then copied, since its length is not known before. */
let draft = Buffer.allocUnsafe(16 * 1024)
const MAX_KEPT_BYTES = 64 * 1024

/** Binds and executes the statements, each by its name and with its parameters as text, and then synchronizes. */
export function queryMessage(statements: readonly Bound[]): Buffer {
  const room = statements.reduce((sum, bound) => sum + roomFor(bound), SYNC_NOW.length)
  if (room > draft.length) draft = Buffer.allocUnsafe(room)
  let at = 0
  for (const bound of statements) {
    at = writeBind(bound, at)
    at += EXECUTE_WHOLE.copy(draft, at)
  }
  at += SYNC_NOW.copy(draft, at)
  const message = Buffer.from(draft.subarray(0, at))
  if (draft.length > MAX_KEPT_BYTES) draft = Buffer.allocUnsafe(MAX_KEPT_BYTES)
  return message
}

function roomFor({ name, parameters }: Bound): number {
  let room = OVERHEAD + name.length
  for (const parameter of parameters) room += 4 + (parameter?.length ?? 0) * MAX_BYTES_PER_CHARACTER
  return room
}

function writeBind({ name, parameters }: Bound, begin: number): number {
  let at = draft.writeUInt8(BIND, begin) + 4
  // The portal has no name.
  at = draft.writeUInt8(0, at)
  at += draft.write(name, at, 'latin1')
  at = draft.writeUInt8(0, at)
  // Without formats, parameters and results are text.
  at = draft.writeUInt16BE(0, at)
  at = draft.writeUInt16BE(parameters.length, at)
  for (const parameter of parameters) {
    const length = parameter === null ? 0 : draft.write(parameter, at + 4)
    draft.writeInt32BE(parameter === null ? -1 : length, at)
    at += 4 + length
  }
  at = draft.writeUInt16BE(0, at)
  draft.writeInt32BE(at - begin - 1, begin + 1)
  return at
}
