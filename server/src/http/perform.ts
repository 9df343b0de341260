/** Runs the operation of a call: a read on the read pool or from a snapshot, a write in one transaction together with its records. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnyOperation } from '#contract/operation.ts'
import type { Transaction } from '#server/db/transaction.ts'
import type { Check, DeriveSecret } from '#server/domain/v1.ts'
import type { Context } from '#server/platform/context.ts'
import type { Answer, Outcome } from '#server/platform/idempotency/at-most-once.ts'
import { type ContextOf, contextFor, principalOf } from './call-context.ts'
import { canonicalPath } from './route.ts'
import type { Services } from './services.ts'
import { type Start, streamer } from './stream.ts'

type Run = (context: Context, input: unknown) => Promise<unknown>
export type Implementation = (context: never, input: never) => Promise<unknown>
export type Perform = (request: FastifyRequest, reply: FastifyReply, input: unknown) => Promise<FastifyReply>

/** Stores the records of a write in its transaction. The result is awaited only if it is a promise. */
export type RecordWrite = (tx: Transaction, request: FastifyRequest, reply: FastifyReply, done: Done) => unknown
type Done = { context: Context; input: unknown; output: unknown }

type PerformOptions = {
  record: RecordWrite
  /** Runs external checks before the transaction is opened, once it is known that there is no reply to replay. */
  check?: Check | undefined
  /** Given if the operation has a secret field, which is sent but left out of what is stored for a replay. */
  deriveSecret?: DeriveSecret | undefined
  contextOf?: ContextOf
}

/** Returns the function that runs the operation for a call and sends its reply. */
export function performer(
  operation: AnyOperation,
  implementation: Implementation,
  services: Services,
  { record, check, deriveSecret, contextOf = contextFor }: PerformOptions,
): Perform {
  if (operation.streamed || operation.download)
    return streamer(operation, implementation as unknown as Start, services, contextOf)
  const run = implementation as unknown as Run
  return operation.method === 'GET' ? read : write

  async function read(request: FastifyRequest, reply: FastifyReply, input: unknown): Promise<FastifyReply> {
    const principal = principalOf(request)
    const output = await run(contextOf(principal, services.reads.for(principal.organizationId), services), input)
    // The call may have waited for a connection, or for a slow statement.
    await request.call.confirm?.(request, reply)
    return reply.code(operation.success.status).send(output)
  }

  async function write(request: FastifyRequest, reply: FastifyReply, input: unknown): Promise<FastifyReply> {
    const principal = principalOf(request)
    const { organizationId, familyId: keyFamily } = principal
    const { idempotencyKey: key, confirm } = request.call
    const change = async (tx: Transaction): Promise<Answer> => {
      // The call may have waited for a connection.
      await confirm?.(request, reply)
      const context = contextOf(principal, tx, services)
      const output = await run(context, input)
      const { status } = operation.success
      reply.code(status)
      await record(tx, request, reply, { context, input, output })
      return { status, reply: reply.serialize(output) as string, stored: withoutSecret(operation, reply, output) }
    }
    const before = async () => check?.(services.external, input as never)
    if (key === undefined) {
      await before()
      const answer = await services.writes.transaction(organizationId, change)
      return send(request, reply, { ...answer, isReplay: false })
    }
    const path = canonicalPath(request)
    // An operation without a body takes none or an empty object, which is the same call.
    const call = { organizationId, keyFamily, method: request.method, path, key, body: request.body ?? {} }
    const outcome = await services.atMostOnce.run(call, change, {
      before: check && before,
      onWait: request.call.endTurn,
    })
    const answer = outcome.isReplay ? await withSecret(reply, organizationId, outcome) : outcome
    // The call may have waited for its twin, or for the subscription that its secret is derived from.
    if (outcome.isReplay) await confirm?.(request, reply)
    return send(request, reply, answer)
  }

  async function withSecret(reply: FastifyReply, organizationId: string, outcome: Outcome): Promise<Outcome> {
    if (operation.secretField === undefined || !deriveSecret) return outcome
    const stored = JSON.parse(outcome.reply) as Record<string, unknown>
    const db = services.reads.for(organizationId)
    const secret = await deriveSecret({ db, external: services.external }, stored)
    reply.code(outcome.status)
    return { ...outcome, reply: reply.serialize({ ...stored, [operation.secretField]: secret }) as string }
  }
}

/** The reply as it is stored for a replay, without its secret; undefined if it contains no secret. */
function withoutSecret({ secretField }: AnyOperation, reply: FastifyReply, output: unknown): string | undefined {
  if (secretField === undefined) return undefined
  const { secret_place: place = '' } = output as { secret_place?: string }
  return reply.serialize({ ...(output as object), [secretField]: place }) as string
}

function send(request: FastifyRequest, reply: FastifyReply, answer: Outcome): FastifyReply {
  request.call.isReplay = answer.isReplay
  request.call.isRecorded = !answer.isReplay
  if (answer.isReplay) reply.header('idempotent-replayed', 'true')
  return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.reply)
}
