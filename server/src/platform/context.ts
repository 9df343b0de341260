/** What an operation knows about the organization and the principal it works for; it never sees HTTP, a terminal or a file. */
import type { ConsoleImplementations } from '#contract/console/operation.ts'
import type { ConsoleContract } from '#contract/console.ts'
import type { Implementations } from '#contract/operation.ts'
import type { Scope } from '#contract/scopes.ts'
import type { MessageChannel } from '#contract/v1/messages.ts'
import type { V1 } from '#contract/v1.ts'
import type { Snapshot } from '#server/db/snapshot.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Download } from './download.ts'
import type { ExternalServices } from './external-services.ts'

export type Context = {
  /** The data of this one organization: a transaction, or the pool for reads. */
  db: Tenant
  isSandbox: boolean
  /** The channels that send messages, except in a sandbox. Messages by other channels are captured. */
  liveChannels: readonly MessageChannel[]
  /** IANA zone that determines when the organization's days begin. */
  timeZone: string
  /** Today's date in that zone. */
  today: string
  /** The current instant, in milliseconds since the epoch. */
  now: number
  /** What the caller may read and do: the scopes of a key that its plan includes; all scopes for members and the operator. */
  scopes: readonly Scope[]
  /** The actor's name in the logs: the ID of a key, a member's address, or `operator` on the command line. */
  actor: string
  external: ExternalServices
}

/** The context of a streamed operation: everything it reads is from one point in time and may be more than fits in memory. */
export type SnapshotContext = Context & {
  db: Snapshot
  /** Whether other organizations call at present, whose calls may have to wait for what this one does at once. */
  isShared(): boolean
}

/** The functions that implement the console's operations, with input and output as the contract states them. */
export type ConsoleOperations = ConsoleImplementations<ConsoleContract, Context>

/** The functions that implement version 1. */
export type V1Operations = Implementations<V1, Context, SnapshotContext, Download>
