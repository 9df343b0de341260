/** Keeps a copy of an organization's records up to date: one export, and from then on the changes after a checkpoint that the caller stores. */
import type { CallOptions } from './call.ts'
import { ApiError } from './errors.ts'
import type { ChangeList, ExportLine, ExportRecordsInput, ListChangesInput, Records } from './v1.ts'

export type RecordType = keyof Records

/** A record as it is now, or one that can no longer be read. */
export type RecordChange<Type extends RecordType = RecordType> = {
  [One in Type]:
    | { type: One; id: string; change: 'UPSERTED'; record: Records[One] }
    | { type: One; id: string; change: 'REMOVED'; record: null }
}[Type]

export type Batch<Type extends RecordType = RecordType> = {
  /** Whether the changes are a complete new copy: remove everything that you hold before you apply them. */
  isNewCopy: boolean
  /** The changes, to be read with `for await`. If reading throws, nothing of the batch may be kept: roll back your transaction. */
  changes: AsyncIterable<RecordChange<Type>>
  /** Where the next batch begins. Store it in the transaction of the changes, once you have read all of them. */
  checkpoint: string
}

export type SyncOptions<Type extends RecordType = RecordType> = {
  /** The types of records to hold; defaults to all that the key may read. */
  types?: readonly Type[]
  /** Returns the checkpoint that was stored last; null or undefined if there is none. */
  load: () => Promise<string | null | undefined> | string | null | undefined
  /** Applies a batch and stores its checkpoint, both in one transaction. */
  store: (batch: Batch<Type>) => Promise<void> | void
  signal?: AbortSignal
}

export type SyncResult = {
  /** How many changes were stored. */
  changes: number
  /** Whether the copy was rebuilt from scratch. */
  isNewCopy: boolean
}

/** The part of a client that `sync` needs. */
type SyncSource = {
  listChanges(input: ListChangesInput, options?: CallOptions): Promise<ChangeList>
  exportRecords(input: ExportRecordsInput, options?: CallOptions): AsyncGenerator<ExportLine, void, undefined>
}

/** The largest page of changes that the service returns. */
const PAGE_SIZE = 100
/** An organization can run only one export at a time; this is how long `sync` waits before it asks again, and how often it asks. */
const EXPORT_TURN_MS = 10_000
const EXPORT_TURNS = 60

/**
 * Brings a copy up to date and resolves once nothing is new. The copy begins with an export: on the first run, and again if the service can no longer
 * serve the checkpoint, or if `types` or the scopes that a page was read with are not those that the checkpoint was made with. A cursor belongs to one
 * organization, so the service refuses that of another one.
 */
export async function sync<Type extends RecordType>(
  source: SyncSource,
  { types, load, store, signal }: SyncOptions<Type>,
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>,
): Promise<SyncResult> {
  const named = types && { types: [...types].sort().join(',') }
  const contentOf = (scopes: readonly string[]) => [named?.types ?? 'all', ...[...scopes].sort()].join(' ')
  const result: SyncResult = { changes: 0, isNewCopy: false }
  const save = async (isNewCopy: boolean, changes: AsyncIterable<object> | Iterable<object>, place: Place) => {
    const counted = counting(changes as AsyncIterable<RecordChange<Type>>)
    await store({ isNewCopy, changes: counted.changes, checkpoint: JSON.stringify([place.content, place.cursor]) })
    if (!counted.isRead()) throw new Error('`store` must read every change of a batch before it resolves.')
    result.changes += counted.count()
    return place
  }
  const begin = async () => {
    result.isNewCopy = true
    const lines = await openExport(source, named ?? {}, signal, sleep)
    try {
      const { cursor, effective_scopes } = lines.first
      return await save(true, recordsOf(lines.rest), { content: contentOf(effective_scopes), cursor })
    } finally {
      await lines.rest.return()
    }
  }
  let place = placeIn(await load()) ?? (await begin())
  for (;;) {
    const page = await source
      .listChanges({ ...named, after: place.cursor, limit: PAGE_SIZE }, { signal })
      .catch(unlessExpired)
    if (!page || contentOf(page.effective_scopes) !== place.content) {
      place = await begin()
      continue
    }
    const next = { ...place, cursor: page.next_cursor }
    if (page.data.length > 0 || next.cursor !== place.cursor) await save(false, page.data, next)
    place = next
    if (!page.has_more) return result
  }
}

/** Where a copy is in the changes, and what it holds: its types, and the scopes it was read with. With any others it would miss records. */
type Place = { content: string; cursor: string }

function placeIn(checkpoint: string | null | undefined): Place | undefined {
  if (!checkpoint) return undefined
  try {
    const parts: unknown = JSON.parse(checkpoint)
    const [content, cursor] = Array.isArray(parts) ? parts : []
    if (typeof content === 'string' && typeof cursor === 'string') return { content, cursor }
  } catch {}
  throw new TypeError(
    '`load` returned a checkpoint that `sync` did not make. Return the one that was stored last, or null to begin again.',
  )
}

function unlessExpired(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.error !== 'cursor_expired') throw error
}

type FirstLine = Extract<ExportLine, { cursor: string }>
type OpenExport = { first: FirstLine; rest: AsyncGenerator<ExportLine, void, undefined> }

/** The first line of an export, once no other export is running, and the lines that follow. */
async function openExport(
  source: SyncSource,
  input: ExportRecordsInput,
  signal: AbortSignal | undefined,
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>,
): Promise<OpenExport> {
  for (let turns = 1; ; turns++) {
    const rest = source.exportRecords(input, { signal })
    try {
      const { value } = await rest.next()
      if (value && 'cursor' in value) return { first: value, rest }
      throw notWhole()
    } catch (error) {
      if (!(error instanceof ApiError) || error.error !== 'conflict' || turns === EXPORT_TURNS) throw error
      await sleep(EXPORT_TURN_MS, signal)
    }
  }
}

/** The records of an export; throws unless it ends with the line that marks it as complete. */
async function* recordsOf(lines: OpenExport['rest']): AsyncGenerator<RecordChange, void, undefined> {
  let count = 0
  try {
    for await (const line of lines) {
      if ('end' in line) {
        if (count === Object.values(line.counts).reduce((sum, of) => sum + of, 0)) return
        break
      }
      const { type, data } = line as { type: RecordType; data: Records[RecordType] }
      count++
      yield { type, id: idOf(type, data), change: 'UPSERTED', record: data } as RecordChange
    }
  } catch (error) {
    throw error instanceof ApiError && error.error === 'unreadable' ? notWhole(error.requestId) : error
  }
  throw notWhole()
}

/** An export that was cut off: by a failure, or because `store` read it too slowly, which would happen again each time. */
function notWhole(requestId?: string): ApiError {
  const message =
    'The export broke off before its last line. Try again. If `store` takes more than 30 seconds for 1 MiB, or more than 5 minutes in all, let it write the changes to a file or a staging table first.'
  return new ApiError(200, 'unreadable', message, { requestId })
}

/** Listings have the form of the specification, in which the ID is called `id`. */
function idOf(type: RecordType, record: Records[RecordType]): string {
  return (record as unknown as Record<string, string>)[type === 'listing' ? 'id' : `${type}_id`] as string
}

function counting<Change>(changes: AsyncIterable<Change>) {
  let count = 0
  let isRead = false
  async function* counted() {
    for await (const change of changes) {
      count++
      yield change
    }
    isRead = true
  }
  return { changes: counted(), count: () => count, isRead: () => isRead }
}
