/**
 * What every call of the console goes through, in order: who is signed in → from a page of ours → the person's limit → route →
 * membership and role → Idempotency-Key form → body and shape → replay or run → reply. It is no API traffic: the log of calls does not
 * have it, the administrative log has what it changed.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ConsoleOperation } from '#contract/console/operation.ts'
import { consoleContract, mountedV1 } from '#contract/console.ts'
import { uuidFromId } from '#server/base/ids.ts'
import { Refusal } from '#server/base/refusal.ts'
import { type Check, v1Checks, v1Implementations, v1Secrets } from '#server/domain/v1.ts'
import { authorize } from '#server/platform/api-keys/authorize.ts'
import { type Member, memberOf, requireRole } from '#server/platform/members/member.ts'
import { MAX_BODY_BYTES, MAX_STRANGERS_BODY_BYTES } from '../bodies.ts'
import { inputDecoder, type RawInput } from '../decode.ts'
import { checkHead } from '../head.ts'
import { checkIdempotencyKey } from '../idempotency-key.ts'
import { type Implementation, performer } from '../perform.ts'
import { fastifyPath, refuseOtherMethods } from '../pipeline.ts'
import type { Services } from '../services.ts'
import { leaving } from '../stream.ts'
import { refuseForeignOrigin } from './own-origin.ts'
import type { ConsoleServices } from './services.ts'
import { countAttempt, networkName, serveSignIn, visitOf } from './sign-in-calls.ts'
import { leaveBodiesUnread, type UnreadBody } from './uploads.ts'
import { memberContext, recorder } from './write-log.ts'

/** Calls of one person in any 60 seconds. */
export const CALLS_PER_MINUTE = 600

export function serveConsole(app: FastifyInstance, services: Services, console: ConsoleServices): void {
  const { implementations, attempts } = console
  /** Of what runs as gatehouse_console. */
  const peopleServices: Services = { ...services, reads: console.peopleReads, writes: console.peopleWrites }

  app.addHook('onRequest', identify)
  app.addHook('onRequest', async request => refuseForeignOrigin(request, console.publicOrigin))
  app.addHook('onRequest', takeCall)
  app.addHook('onRequest', checkHead)
  app.addHook('onSend', showOnlyStored)

  for (const [name, operation] of Object.entries<ConsoleOperation>({ ...consoleContract, ...mountedV1 })) {
    const upload = implementations.upload[name]
    if (upload) {
      app.register(async uploads => {
        leaveBodiesUnread(uploads)
        route(uploads, operation, async (request, reply, { body, ...address }) => {
          const unread = body as UnreadBody | undefined
          const gone = unread ? AbortSignal.any([leaving(reply), unread.failed]) : leaving(reply)
          const output = await upload(request.call.member as Member, { ...address, body: unread?.stream, gone })
          return reply.code(operation.success.status).send(output)
        })
      })
      continue
    }
    const decode = inputDecoder(operation)
    const perform = performing(name, operation)
    route(app, operation, (request, reply, raw) => perform(request, reply, decode(raw)))
  }
  serveSignIn(app, console)
  refuseOtherMethods(app, Object.values({ ...consoleContract, ...mountedV1 }))
  app.setNotFoundHandler(() => {})

  function route(
    to: FastifyInstance,
    operation: ConsoleOperation,
    answer: (request: FastifyRequest, reply: FastifyReply, raw: RawInput) => Promise<FastifyReply>,
  ): void {
    to.route({
      method: operation.method,
      url: fastifyPath(operation.path),
      bodyLimit: operation.role === 'PUBLIC' ? MAX_STRANGERS_BODY_BYTES : MAX_BODY_BYTES,
      config: { operation, ...(operation.role === 'PUBLIC' && { isOpen: true }) },
      schema: { response: { [operation.success.status]: operation.success.schema } },
      onRequest: [
        requireMembership,
        requireIdempotencyKeyForm,
        ...(operation.role === 'PUBLIC' ? [countAttempt(attempts)] : []),
      ],
      handler: async (request, reply) => {
        const { organization_id: _, ...path } = request.params as Record<string, string>
        return answer(request, reply, { path, query: request.query, body: request.body } as RawInput)
      },
    })
  }

  function performing(name: string, operation: ConsoleOperation) {
    const ofPerson = implementations.person[name]
    if (ofPerson) {
      return async (request: FastifyRequest, reply: FastifyReply, input: unknown) => {
        const output = await ofPerson(request.call.person, input as never)
        if (operation.role === 'PUBLIC') await attempts.forgive([networkName(request)])
        return reply.code(operation.success.status).send(output)
      }
    }
    const ofMember = implementations.member[name]
    if (ofMember) {
      return async (request: FastifyRequest, reply: FastifyReply, input: unknown) =>
        reply.code(operation.success.status).send(await ofMember(request.call.member as Member, input as never))
    }
    const manner = {
      record: recorder(name, operation),
      check: v1Checks[name as keyof typeof v1Checks] as Check | undefined,
      deriveSecret: v1Secrets[name as keyof typeof v1Secrets],
      contextOf: memberContext,
    }
    const ofPeople = implementations.people[name]
    if (ofPeople) return performer(operation, ofPeople, peopleServices, manner)
    const ofOrganization: Implementation =
      implementations.organization[name] ??
      (v1Implementations[name as keyof typeof v1Implementations] as Implementation)
    return performer(operation, ofOrganization, services, manner)
  }

  async function identify(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { isOpen, operation } = request.routeOptions.config
    // An operation that is open to all still learns who asks; the calls that sign in find out for themselves.
    if (isOpen && !operation) return
    const { person, setCookies } = await console.signIn.personOf(visitOf(request, console.publicOrigin))
    if (setCookies.length > 0) reply.header('set-cookie', setCookies)
    if (!person && !isOpen) throw new Refusal('unauthorized', 'Nobody is signed in, or the session has ended: sign in.')
    request.call.person = person
  }

  async function takeCall({ call }: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!call.person) return
    const { accepted, resetMs } = await console.calls.take(call.person.id, CALLS_PER_MINUTE)
    if (accepted) return
    reply.header('retry-after', String(Math.ceil(resetMs / 1_000)))
    throw new Refusal('rate_limited', `The console takes ${CALLS_PER_MINUTE} calls of a person in any 60 seconds.`)
  }

  /** At each call: who was removed, or is less than before, notices at once. */
  async function requireMembership(request: FastifyRequest): Promise<void> {
    const { call, params, routeOptions } = request
    const { role, planScope } = routeOptions.config.operation as ConsoleOperation
    if (role === null || role === 'PUBLIC' || !call.person) return
    const { organization_id } = params as { organization_id: string }
    call.member = await memberOf(console.people, call.person, uuidFromId('organization', organization_id))
    if (!call.member) throw new Refusal('not_found', 'There is no such organization.')
    requireRole(call.member, role)
    if (planScope !== undefined) authorize({ ...call.member, scopes: [planScope] }, planScope)
  }

  /**
   * What a member has seen is there after a crash, too: a work order can be read before its commit is on the disk (decisions/0015). A call with
   * a key needs no such step, since its audit line is committed behind whatever it read.
   */
  async function showOnlyStored({ call }: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    if (call.member && !call.isRecorded && reply.statusCode < 500) await console.flush()
    return payload
  }

  async function requireIdempotencyKeyForm(request: FastifyRequest): Promise<void> {
    if (!request.routeOptions.config.operation?.idempotent) return
    request.call.idempotencyKey = checkIdempotencyKey(request.headers['idempotency-key'])
  }
}
