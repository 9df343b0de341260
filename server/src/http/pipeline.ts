/**
 * What every call under the API's prefix goes through, in order:
 * authenticate → quota → route → scope and plan → Idempotency-Key form → body and shape → replay or run → audit → reply.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from '#contract/operation.ts'
import { plainAddress } from '#server/base/addresses.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Check, DeriveSecret } from '#server/domain/v1.ts'
import { authorize } from '#server/platform/api-keys/authorize.ts'
import { insertLine } from '#server/platform/audit/insert-line.ts'
import type { AuditLine } from '#server/platform/audit/line.ts'
import { quotaHeaders } from '#server/platform/quota/headers.ts'
import { auditLine } from './audit-line.ts'
import { MAX_BODY_BYTES } from './bodies.ts'
import { inputDecoder, type RawInput } from './decode.ts'
import { checkHead } from './head.ts'
import { checkIdempotencyKey } from './idempotency-key.ts'
import { type Implementation, performer, type RecordWrite } from './perform.ts'
import { errorBody } from './replies.ts'
import type { Services } from './services.ts'

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
  app.addHook('onRequest', authenticate)
  app.addHook('onRequest', takeQuota)
  app.addHook('onRequest', checkHead)
  app.addHook('onSend', commitAuditLine)

  for (const [name, operation] of Object.entries(contract)) {
    const decode = inputDecoder(operation)
    const perform = performer(operation, implementations[name] as Implementation, services, {
      record,
      check: more.checks?.[name],
      deriveSecret: more.secrets?.[name],
    })
    app.route({
      method: operation.method,
      url: fastifyPath(operation.path),
      bodyLimit: MAX_BODY_BYTES,
      config: { operation },
      schema: { response: { [operation.success.status]: operation.success.schema } },
      onRequest: [requireScope, requireIdempotencyKeyForm],
      handler: async (request, reply) => {
        const input = decode({ path: request.params, query: request.query, body: request.body } as RawInput)
        return perform(request, reply, input)
      },
    })
  }
  refuseOtherMethods(app, Object.values(contract))
  app.setNotFoundHandler(() => {})

  async function authenticate(request: FastifyRequest): Promise<void> {
    const call = request.call
    const outcome = await services.keys.authenticate(request.headers['x-api-key'], request.ip)
    if ('recognized' in outcome) call.recognized = outcome.recognized
    if ('caller' in outcome) call.caller = outcome.caller
    else throw new Refusal('unauthorized', 'The X-Api-Key header is missing or its key is not valid.')
  }

  async function takeQuota(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { caller } = request.call
    if (!caller) return
    const decision = await services.quota.take(`${caller.organizationId}/${caller.keyId}`, caller.requestsPerMinute)
    request.call.admittedAt = services.clock.now()
    services.keyUse.note(caller, plainAddress(request.ip), request.call.admittedAt)
    reply.headers(quotaHeaders(decision, request.call.admittedAt))
    if (!decision.accepted) {
      throw new Refusal(
        'rate_limited',
        `This key may make ${decision.limit} calls in any 60 seconds. Try again after Retry-After seconds.`,
      )
    }
  }

  async function requireScope(request: FastifyRequest): Promise<void> {
    const { operation } = request.routeOptions.config
    if (operation && request.call.caller) authorize(request.call.caller, operation.scope as Operation['scope'])
  }

  async function requireIdempotencyKeyForm(request: FastifyRequest): Promise<void> {
    if (!request.routeOptions.config.operation?.idempotent) return
    request.call.idempotencyKey = checkIdempotencyKey(request.headers['idempotency-key'])
  }

  /** No reply to a known key leaves before its line is committed; that of a write already is, with the change. */
  async function commitAuditLine(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    const line = request.call.isRecorded ? undefined : auditLine(request, reply)
    if (!line) return payload
    try {
      await services.audit.append(line)
      return payload
    } catch (error) {
      services.onAuditLineLost(error, request.id)
      reply.code(503).header('retry-after', '1').type('application/json; charset=utf-8').removeHeader('content-length')
      return JSON.stringify(
        errorBody(new Refusal('unavailable', 'The service cannot record this call right now.'), request.id),
      )
    }
  }
}

/** With the change, and not waited for. */
const record: RecordWrite = (tx, request, reply) => insertLine(tx, auditLine(request, reply) as AuditLine)

/** A known path with another method is 405, decided before any body is read. */
export function refuseOtherMethods(
  app: FastifyInstance,
  served: readonly { readonly path: string; readonly method: string }[],
): void {
  const methodsOf = new Map<string, string[]>()
  for (const { path, method } of served) {
    const methods = methodsOf.get(path) ?? []
    methodsOf.set(path, [...methods, method, ...(method === 'GET' ? ['HEAD'] : [])])
  }
  for (const [path, methods] of methodsOf) {
    const allow = methods.sort().join(', ')
    app.route({
      method: app.supportedMethods.filter(method => !methods.includes(method)),
      url: fastifyPath(path),
      onRequest: async (request, reply) => {
        reply.header('allow', allow)
        throw new Refusal('method_not_allowed', `${request.method} is not allowed here; use ${allow}.`)
      },
      handler: () => {},
    })
  }
}

/** `/properties/{id}` → `/properties/:id`. */
export function fastifyPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}
