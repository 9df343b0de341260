/** The services that the pipeline uses, created by start.ts, or by tests in its place. */
import type { MessageChannel } from '#contract/v1/messages.ts'
import type { Clock } from '#server/base/clock.ts'
import type { ReadPool } from '#server/db/read-pool.ts'
import type { SnapshotPool } from '#server/db/snapshot-pool.ts'
import type { WritePool } from '#server/db/write-pool.ts'
import type { KeyDirectory } from '#server/platform/api-keys/directory.ts'
import type { KeyUse } from '#server/platform/api-keys/key-use.ts'
import type { AuditLog } from '#server/platform/audit/log.ts'
import type { StreamEnds } from '#server/platform/audit/stream-ends.ts'
import type { ExternalServices } from '#server/platform/external-services.ts'
import type { AtMostOnce } from '#server/platform/idempotency/at-most-once.ts'
import type { Quota } from '#server/platform/quota/quota.ts'
import type { Turns } from '#server/platform/turns.ts'
import type { MemoryGuard } from './memory-guard.ts'
import type { MinimumPace } from './reading-pace.ts'

export type Services = {
  clock: Clock
  keys: KeyDirectory
  keyUse: KeyUse
  quota: Quota
  audit: AuditLog
  /** Refuses calls for which there is not enough memory. */
  memory: MemoryGuard
  turns: Turns
  reads: ReadPool
  writes: WritePool
  snapshots: SnapshotPool
  streamEnds: StreamEnds
  /** A caller who does not read any of a reply for this long is disconnected. */
  stallLimitMs: number
  /** A caller who reads a streamed reply more slowly than this is disconnected as well. */
  minimumPace: MinimumPace
  atMostOnce: AtMostOnce
  external: ExternalServices
  /** The channels that send messages. */
  liveChannels: readonly MessageChannel[]
  /** Called when a line could not be committed and its reply became a 503. */
  onAuditLineLost(error: unknown): void
}
