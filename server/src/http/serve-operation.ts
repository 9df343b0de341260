/** Serves one operation at one route, for both pipelines: authorize, Idempotency-Key form, body and shape, perform. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnyOperation } from '#contract/operation.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Turns } from '#server/platform/turns.ts'
import { MAX_BODY_BYTES, MAX_UNAUTHENTICATED_BODY_BYTES } from './bodies.ts'
import { inputDecoder, type RawInput } from './decode.ts'
import { checkIdempotencyKey } from './idempotency-key.ts'
import type { MemoryGuard } from './memory-guard.ts'
import type { Perform } from './perform.ts'
import { refusePreconditions } from './preconditions.ts'
import { fastifyPath } from './route.ts'
import { hookOf, type Step } from './step.ts'
import { takeTurn } from './turn.ts'

export type Answer = (request: FastifyRequest, reply: FastifyReply, raw: RawInput) => Promise<FastifyReply>

type Serving = {
  /** Whether anyone may call the operation, signed in or not; its body then has the limit for strangers. */
  isOpen?: boolean
  memory: MemoryGuard
  turns: Turns
  /** Whether the body is a file. */
  isUpload?: boolean
  /** Decides whether the caller may make this call, before any of it is read. */
  authorize: Step
  /** Runs right before the body is read. */
  beforeBody?: Step
  /** Looks up the caller again and decides again whether the call is allowed, for a call that takes long to arrive, to get its turn, or to be answered. */
  decideAgain: Step
  clock: Clock
  answer: Answer
}

export function serveOperation(
  app: FastifyInstance,
  operation: AnyOperation,
  { isOpen = false, isUpload = false, memory, turns, authorize, beforeBody, decideAgain, clock, answer }: Serving,
): void {
  const isStream = operation.streamed === true || operation.download === true
  const isLarge = isUpload || isStream
  const confirm = ifStale(clock, decideAgain)
  app.route({
    method: operation.method,
    url: fastifyPath(operation.path),
    bodyLimit: isOpen ? MAX_UNAUTHENTICATED_BODY_BYTES : MAX_BODY_BYTES,
    config: { operation, ...(isOpen && { isOpen }) },
    schema: { response: { [operation.success.status]: operation.success.schema } },
    onRequest: [
      hookOf(authorize),
      hookOf(() => memory.admit(isLarge)),
      ...(operation.method === 'GET' ? [] : [hookOf(refusePreconditions)]),
      ...(operation.idempotent ? [hookOf(takeIdempotencyKey)] : []),
      ...(beforeBody ? [hookOf(beforeBody)] : []),
    ],
    preValidation: [hookOf(takeTurn(turns, isLarge)), hookOf(confirm)],
    handler: async (request, reply) => {
      request.call.confirm = confirm
      // A member's organization has been looked up by now, so nothing below needs it from the address.
      const { organization_id: _, ...path } = request.params as Record<string, string>
      return answer(request, reply, { path, query: request.query, body: request.body } as RawInput)
    },
  })
}

/** How old a decision about a caller may be when the operation runs or a piece of a stream is read. A revocation takes effect within this time. */
const DECISION_LASTS_MS = 1_000

/**
 * Runs `decideAgain` if the last decision is too old. Otherwise, somebody who sends a body slowly could use a key for 30 s after it was revoked, or
 * create one after they were removed, and an export could be read for minutes by a key that was revoked because it had leaked.
 */
function ifStale(clock: Clock, decideAgain: Step): Step {
  return (request, reply) => {
    const { call } = request
    const now = clock.now()
    const age = now - call.decidedAt
    // The age is below 0 once the clock was set back.
    if (age >= 0 && age < DECISION_LASTS_MS) return undefined
    call.decidedAt = now
    return decideAgain(request, reply)
  }
}

/** Reads the input by the operation's schemas, then performs the operation. */
export function decoded(operation: AnyOperation, perform: Perform): Answer {
  const decode = inputDecoder(operation)
  return async (request, reply, raw) => perform(request, reply, decode(raw))
}

function takeIdempotencyKey({ call, raw }: FastifyRequest): void {
  call.idempotencyKey = checkIdempotencyKey(raw.headersDistinct['idempotency-key'])
}
