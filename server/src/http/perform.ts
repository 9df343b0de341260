/** Runs the operation of a call: a read on the pool of reads or from a snapshot, a write in one transaction together with its audit line. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from '#contract/operation.ts'
import type { Transaction } from '#server/db/transaction.ts'
import type { Check, DeriveSecret } from '#server/domain/v1.ts'
import type { Caller } from '#server/platform/api-keys/directory.ts'
import { insertLine } from '#server/platform/audit/insert-line.ts'
import type { AuditLine } from '#server/platform/audit/line.ts'
import type { Context } from '#server/platform/context.ts'
import type { Answer, Outcome } from '#server/platform/idempotency/at-most-once.ts'
import { auditLine } from './audit-line.ts'
import { callerOf, contextFor } from './call-context.ts'
import type { Services } from './services.ts'
import { type Start, streamer } from './stream.ts'

type Run = (context: Context, input: unknown) => Promise<unknown>
export type Implementation = (context: never, input: never) => Promise<unknown>
export type Perform = (request: FastifyRequest, reply: FastifyReply, input: unknown) => Promise<FastifyReply>

/**
 * `check` is what must be asked outside before the transaction is opened, and after it is known that there is no reply to replay.
 * `deriveSecret` is given where the operation has a secret field: it is sent, and left out of what is stored for a replay.
 */
export function performer(
  operation: Operation,
  implementation: Implementation,
  services: Services,
  { check, deriveSecret }: { check?: Check | undefined; deriveSecret?: DeriveSecret | undefined },
): Perform {
  if (operation.streamed) return streamer(operation, implementation as unknown as Start, services)
  const run = implementation as unknown as Run
  return operation.method === 'GET' ? read : write

  async function read(request: FastifyRequest, reply: FastifyReply, input: unknown): Promise<FastifyReply> {
    const caller = callerOf(request)
    const output = await run(contextFor(caller, services.reads.for(caller.organizationId), services), input)
    return reply.code(operation.success.status).send(output)
  }

  async function write(request: FastifyRequest, reply: FastifyReply, input: unknown): Promise<FastifyReply> {
    const caller = callerOf(request)
    const { organizationId, familyId: keyFamily } = caller
    const { idempotencyKey: key } = request.call
    const change = async (tx: Transaction): Promise<Answer> => {
      const output = await run(contextFor(caller, tx, services), input)
      const { status } = operation.success
      reply.code(status)
      insertLine(tx, auditLine(request, reply) as AuditLine)
      return { status, reply: reply.serialize(output) as string, stored: withoutSecret(reply, output) }
    }
    const before = async () => check?.(services.outside, input as never)
    if (key === undefined) {
      await before()
      const answer = await services.writes.transaction(organizationId, change)
      return send(request, reply, { ...answer, isReplay: false })
    }
    const path = request.originalUrl.split('?', 1)[0] as string
    const call = { organizationId, keyFamily, method: request.method, path, key, body: request.body }
    const outcome = await services.atMostOnce(call, change, check && before)
    return send(request, reply, outcome.isReplay ? await withSecret(reply, caller, outcome) : outcome)
  }

  function withoutSecret(reply: FastifyReply, output: unknown): string | undefined {
    if (operation.secretField === undefined) return undefined
    return reply.serialize({ ...(output as object), [operation.secretField]: '' }) as string
  }

  async function withSecret(reply: FastifyReply, { organizationId }: Caller, outcome: Outcome): Promise<Outcome> {
    if (operation.secretField === undefined || !deriveSecret) return outcome
    const stored = JSON.parse(outcome.reply) as Record<string, unknown>
    const db = services.reads.for(organizationId)
    const secret = await deriveSecret({ db, outside: services.outside }, stored)
    reply.code(outcome.status)
    return { ...outcome, reply: reply.serialize({ ...stored, [operation.secretField]: secret }) as string }
  }

  function send(request: FastifyRequest, reply: FastifyReply, answer: Outcome): FastifyReply {
    request.call.isReplay = answer.isReplay
    request.call.isRecorded = !answer.isReplay
    if (answer.isReplay) reply.header('idempotent-replayed', 'true')
    return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.reply)
  }
}
