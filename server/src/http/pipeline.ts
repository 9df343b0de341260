/**
 * The steps of every call under the API's prefix, in order:
 * authenticate → quota → route → scope and plan → Idempotency-Key form → body → turn → shape → replay or run → audit → compress → reply.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from '#contract/operation.ts'
import { plainAddress } from '#server/base/addresses.ts'
import { Refusal, tooMany } from '#server/base/refusal.ts'
import { counted } from '#server/base/text.ts'
import type { Check, DeriveSecret } from '#server/domain/v1.ts'
import { authorize } from '#server/platform/api-keys/authorize.ts'
import type { Authentication, Caller } from '#server/platform/api-keys/directory.ts'
import { insertLine } from '#server/platform/audit/insert-line.ts'
import type { AuditLine } from '#server/platform/audit/line.ts'
import { quotaHeaders } from '#server/platform/quota/headers.ts'
import type { QuotaDecision } from '#server/platform/quota/quota.ts'
import { auditLine } from './audit-line.ts'
import type { Call } from './call.ts'
import { compressReply } from './encoding.ts'
import { checkHead } from './head.ts'
import { type Implementation, performer, type RecordWrite } from './perform.ts'
import { refuse } from './replies.ts'
import { refuseOtherMethods } from './route.ts'
import { decoded, serveOperation } from './serve-operation.ts'
import type { Services } from './services.ts'
import { hookOf, payloadHookOf } from './step.ts'
import { answerUnchanged } from './unchanged.ts'

type Contract = { readonly [name: string]: Operation }

/** Serves every operation of `contract` under the instance's prefix. */
export function serveContract<C extends Contract>(
  app: FastifyInstance,
  contract: C,
  implementations: { readonly [Name in keyof C]: Implementation },
  services: Services,
  more: {
    secrets?: { readonly [Name in keyof C]?: DeriveSecret }
    checks?: { readonly [Name in keyof C]?: Check }
  } = {},
): void {
  addSteps(app, services)
  for (const [name, operation] of Object.entries(contract)) {
    const perform = performer(operation, implementations[name]!, services, {
      record,
      check: more.checks?.[name],
      deriveSecret: more.secrets?.[name],
    })
    const permit = ({ call }: FastifyRequest) => call.caller && authorize(call.caller, operation.scope)
    serveOperation(app, operation, {
      memory: services.memory,
      turns: services.turns,
      authorize: permit,
      decideAgain: async request => {
        await authenticate(services, request)
        permit(request)
      },
      clock: services.clock,
      answer: decoded(operation, perform),
    })
  }
  refuseOtherMethods(app, Object.values(contract))
  app.setNotFoundHandler(() => {})
}

/** Adds the steps that are the same for every operation. */
function addSteps(app: FastifyInstance, services: Services): void {
  const authenticated = hookOf(request => authenticate(services, request))
  const underQuota = hookOf((request, reply) => takeQuota(services, request, reply))
  const recorded = payloadHookOf((request, reply, payload) => commitAuditLine(services, request, reply, payload))
  app.addHook('onRequest', authenticated)
  app.addHook('onRequest', underQuota)
  app.addHook('onRequest', hookOf(checkHead))
  app.addHook('onSend', payloadHookOf(answerUnchanged))
  app.addHook('onSend', recorded)
  app.addHook('onSend', payloadHookOf(compressReply))
}

function authenticate({ keys }: Services, { call, headers, ip }: FastifyRequest): Promise<void> | void {
  const outcome = keys.authenticate(headers['x-api-key'], ip)
  return outcome instanceof Promise ? outcome.then(found => identify(call, found)) : identify(call, outcome)
}

function identify(call: Call, outcome: Authentication): void {
  if ('recognized' in outcome) call.recognized = outcome.recognized
  if (!('caller' in outcome))
    throw new Refusal('unauthorized', 'The X-Api-Key header is missing or its key is not valid.')
  call.caller = outcome.caller
  // The decision is as old as what it was made from.
  call.decidedAt = outcome.since
}

function takeQuota(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<void> | void {
  const { caller } = request.call
  if (!caller) return
  const decision = services.quota.take(`${caller.organizationId}/${caller.keyId}`, caller.requestsPerMinute)
  if (decision instanceof Promise) return decision.then(made => apply(made, caller, services, request, reply))
  apply(decision, caller, services, request, reply)
}

function apply(
  decision: QuotaDecision,
  caller: Caller,
  { keyUse, clock }: Services,
  { call, ip }: FastifyRequest,
  reply: FastifyReply,
): void {
  call.admittedAt = clock.now()
  keyUse.record(caller, plainAddress(ip), call.admittedAt)
  reply.headers(quotaHeaders(decision, call.admittedAt))
  if (!decision.accepted) {
    throw tooMany(`This key may make ${counted(decision.limit, 'call')} in any 60 seconds.`, decision.resetMs)
  }
}

/** Commits the audit line of a call with a known key before its reply is sent. A write has already committed its line together with the change. */
async function commitAuditLine(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  const line = request.call.isRecorded ? undefined : auditLine(request, reply)
  if (!line) return payload
  try {
    await services.audit.append(line)
    return payload
  } catch (error) {
    services.onAuditLineLost(error)
    const message = 'The service cannot record this call right now. Try again shortly.'
    return JSON.stringify(refuse(new Refusal('unavailable', message, { retryAfterSeconds: 1 }), request, reply))
  }
}

/** Sends the audit line of a write within its transaction, without waiting for it. */
const record: RecordWrite = (tx, request, reply) => insertLine(tx, auditLine(request, reply) as AuditLine)
