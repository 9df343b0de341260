/** What the pipeline knows about a call as it processes it, stored on the request. */
import type { FastifyContextConfig } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import type { AnyOperation } from '#contract/operation.ts'
import type { Role } from '#contract/roles.ts'
import type { Scope } from '#contract/scopes.ts'
import type { Caller, RecognizedKey } from '#server/platform/api-keys/directory.ts'
import type { Member, User } from '#server/platform/members/member.ts'
import type { Step } from './step.ts'

export type Call = {
  /** When the request arrived, in milliseconds since the epoch. */
  arrivedAt: number
  /** When it was last decided that the caller may make this call, in milliseconds since the epoch. */
  decidedAt: number
  /** The operation of its route, which is looked up once because Fastify composes the options of a route each time. */
  operation: FastifyContextConfig['operation']
  /** When the quota was checked; the audit log shows this time, and a restarted process counts from it. */
  admittedAt: number | undefined
  caller: Caller | undefined
  /** The known key behind a 401: it is revoked, expired, or used from an address that is not allowed. */
  recognized: RecognizedKey | undefined
  /** The person who is signed in, for calls of the console. */
  user: User | undefined
  /** Their membership in the organization that the call is about. */
  member: Member | undefined
  /** The Idempotency-Key, if the operation takes one. */
  idempotencyKey: string | undefined
  /** Whether the reply is that of an earlier call with the same Idempotency-Key. */
  isReplay: boolean
  /** Whether the call's audit line is committed, together with what it changed. */
  isRecorded: boolean
  /**
   * Decides again whether the caller may make this call, if the last decision is too old: before a read or a piece of a stream is answered, and before
   * a write that has waited runs or is answered. It is the step of the route and not a function of this call: with a new function stored here, V8 kept
   * everything of every call, 9 KB, until it collected its whole heap.
   */
  confirm?: Step
  /** Ends the call's turn early, while it waits for something. */
  endTurn?: () => void
  /** The `error` of the reply. */
  error: ErrorCode | undefined
  /** The names of the fields that a 400 is about, as in the contract. */
  fields?: readonly string[] | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    call: Call
  }
  interface FastifyContextConfig {
    operation?: AnyOperation & {
      readonly scope?: Scope | null
      readonly role?: Role | null | 'PUBLIC'
      readonly planScope?: Scope
    }
    /** Whether the console answers the call without a session. */
    isOpen?: true
    /** Whether the call is answered no matter how many calls are in flight. */
    isHealthCheck?: true
  }
}
