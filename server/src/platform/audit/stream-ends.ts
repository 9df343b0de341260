/** Records how a streamed reply ended, on the call's audit line, which was committed before the first byte. */
import { statement } from '#server/db/statement.ts'
import type { Value } from '#server/db/value.ts'

/** COMPLETED: the caller read everything. ABORTED: the caller went away or stalled. FAILED: the service could not continue, or the caller may not read on. */
export type StreamOutcome = 'COMPLETED' | 'ABORTED' | 'FAILED'

/** The end of a streamed reply. `id` is that of the audit line; `endedAt` is in milliseconds since the epoch. */
type StreamEnd = { organizationId: string; id: string; outcome: StreamOutcome; endedAt: number }

export type StreamEnds = {
  record(end: StreamEnd): void
  /** Resolves once every recorded end is written. */
  flush(): Promise<void>
}

export const recordStreamEnd = statement<never>(
  'record_stream_end',
  'update audit.calls set outcome = $3, ended_at = $4 where organization_id = $1 and id = $2',
)

/** Opens the recorder. An end that cannot be written is logged and dropped, because the line already shows that the reply began. */
export function openStreamEnds(options: {
  write: (record: typeof recordStreamEnd, values: Value[]) => Promise<unknown>
  onError: (error: unknown) => void
}): StreamEnds {
  const writing = new Set<Promise<void>>()
  return {
    record({ organizationId, id, outcome, endedAt }) {
      const written = options
        .write(recordStreamEnd, [organizationId, id, outcome, new Date(endedAt)])
        .then(() => {}, options.onError)
        .finally(() => writing.delete(written))
      writing.add(written)
    },
    async flush() {
      await Promise.all(writing)
    },
  }
}
