/** Records when and from where each key was last used: collected in memory, and written in one statement every few seconds. */
import type { Statement } from '#server/db/statement.ts'
import type { Value } from '#server/db/value.ts'
import type { Caller } from './directory.ts'
import { recordKeyUse } from './queries.ts'

export type KeyUse = {
  record(caller: Caller, address: string | null, nowMs: number): void
  /** Writes what was collected. After a failure it is dropped, because the next use is recorded anyway. */
  flush(): Promise<void>
}

type Write = (statement: Statement<never>, values: readonly Value[]) => Promise<unknown>

export function openKeyUse({ write }: { write: Write }): KeyUse {
  let used = new Map<string, { organizationId: string; at: number; address: string | null }>()
  return {
    record({ keyId, organizationId }, address, at) {
      used.set(keyId, { organizationId, at, address })
    },
    async flush() {
      if (used.size === 0) return
      const batch = [...used]
      used = new Map()
      await write(recordKeyUse, [
        batch.map(([, { organizationId }]) => organizationId),
        batch.map(([keyId]) => keyId),
        batch.map(([, { at }]) => new Date(at).toISOString()),
        batch.map(([, { address }]) => address),
      ])
    },
  }
}
