/**
 * The steps of every call of the console, in order: who is signed in → from a page of ours → the person's limit → route → membership and role →
 * Idempotency-Key form → body → turn → shape → replay or run → reply. Console calls are not API traffic: the log of calls leaves them out, and the
 * administrative log holds what they changed.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ConsoleOperation } from '#contract/console/operation.ts'
import { consoleContract, mountedV1 } from '#contract/console.ts'
import { uuidFromId } from '#server/base/ids.ts'
import { Refusal, tooMany } from '#server/base/refusal.ts'
import { consoleChecks } from '#server/domain/console.ts'
import { type Check, v1Checks, v1Implementations, v1Secrets } from '#server/domain/v1.ts'
import { authorize } from '#server/platform/api-keys/authorize.ts'
import { type Member, memberOf, requireRole } from '#server/platform/members/member.ts'
import { inputDecoder } from '../decode.ts'
import { checkHead } from '../head.ts'
import { type Implementation, type Perform, performer } from '../perform.ts'
import { refuseOtherMethods } from '../route.ts'
import { type Answer, decoded, serveOperation } from '../serve-operation.ts'
import type { Services } from '../services.ts'
import { hookOf } from '../step.ts'
import { disconnectSignal } from '../stream.ts'
import { refuseForeignOrigin } from './own-origin.ts'
import type { ConsoleServices } from './services.ts'
import { countAttempt, NOT_SIGNED_IN, networkName, serveSignIn, visitOf } from './sign-in-calls.ts'
import { leaveBodiesUnread, sendFile, type UnreadBody, type UploadImplementation } from './uploads.ts'
import { memberContext, recorder } from './write-log.ts'

/** How many calls one person may make in any 60 seconds. */
const CALLS_PER_MINUTE = 600

export function serveConsole(app: FastifyInstance, services: Services, console: ConsoleServices): void {
  const { implementations, attempts, publicOrigin } = console
  const operations: Record<string, ConsoleOperation> = { ...consoleContract, ...mountedV1 }

  app.addHook('onRequest', async (request, reply) => identify(console, request, reply))
  app.addHook('onRequest', async request => refuseForeignOrigin(request, publicOrigin))
  app.addHook('onRequest', async request => takeCall(console, request))
  app.addHook('onRequest', hookOf(checkHead))
  app.addHook('onSend', async (request, reply, payload) => showOnlyStored(console, request, reply, payload))

  for (const [name, operation] of Object.entries(operations)) {
    const isOpen = operation.role === 'PUBLIC'
    const upload = implementations.upload[name]
    const decideAgain = async (request: FastifyRequest, reply: FastifyReply) => {
      await identify(console, request, reply)
      await requireMembership(console, request)
    }
    const serve = (to: FastifyInstance, answer: Answer) =>
      serveOperation(to, operation, {
        isOpen,
        isUpload: upload !== undefined,
        memory: services.memory,
        turns: services.turns,
        authorize: async request => requireMembership(console, request),
        decideAgain,
        clock: services.clock,
        ...(isOpen && { beforeBody: countAttempt(attempts) }),
        answer,
      })
    if (upload) {
      app.register(async uploads => {
        leaveBodiesUnread(uploads, operation.rawBody === true)
        serve(uploads, answerUpload(operation, upload, decideAgain))
      })
    } else serve(app, decoded(operation, performing(name, operation, services, console)))
  }
  // A GET without a route would be taken by the pages.
  refuseOtherMethods(app, [...Object.values(operations), ...serveSignIn(app, console)], () => ['GET', 'HEAD'])
  app.setNotFoundHandler(() => {})
}

function answerUpload(
  operation: ConsoleOperation,
  upload: UploadImplementation,
  decideAgain: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): Answer {
  const decode = operation.rawBody ? inputDecoder(operation) : undefined
  return async (request, reply, { body, ...address }) => {
    const unread = body as UnreadBody | undefined
    const length =
      request.headers['content-length'] === undefined ? undefined : Number(request.headers['content-length'])
    const input = decode?.({ ...address, body: undefined })
    const gone = unread ? AbortSignal.any([disconnectSignal(reply), unread.failed]) : disconnectSignal(reply)
    const output = await upload(request.call.member as Member, {
      ...address,
      body: unread?.stream,
      gone,
      decideAgain: () => decideAgain(request, reply),
      length,
      input,
    })
    return reply.code(operation.success.status).send(output)
  }
}

/** How an operation runs, which depends on the group of implementations it belongs to. */
function performing(
  name: string,
  operation: ConsoleOperation,
  services: Services,
  { implementations, attempts, memberReads, memberWrites }: ConsoleServices,
): Perform {
  const { status } = operation.success
  const forUser = implementations.user[name]
  if (forUser) {
    return async (request, reply, input) => {
      const output = await forUser(request.call.user, input as never)
      if (operation.method === 'GET') await request.call.confirm?.(request, reply)
      if (operation.role === 'PUBLIC') await attempts.forgive([networkName(request)])
      return reply.code(status).send(output)
    }
  }
  const ofMember = implementations.member[name]
  if (ofMember) {
    return async (request, reply, input) =>
      reply.code(status).send(await ofMember(request.call.member as Member, input as never))
  }
  const ofFile = implementations.file[name]
  if (ofFile) {
    return async (request, reply, input) =>
      sendFile(reply.code(status), await ofFile(request.call.member as Member, input as never), services.stallLimitMs)
  }
  const options = {
    record: recorder(name, operation),
    check: { ...v1Checks, ...consoleChecks }[name as keyof typeof v1Checks] as Check | undefined,
    deriveSecret: v1Secrets[name as keyof typeof v1Secrets],
    contextOf: memberContext,
  }
  const forMembers = implementations.members[name]
  // Operations of members run as gatehouse_console.
  if (forMembers)
    return performer(operation, forMembers, { ...services, reads: memberReads, writes: memberWrites }, options)
  const ofOrganization: Implementation =
    implementations.organization[name] ?? (v1Implementations[name as keyof typeof v1Implementations] as Implementation)
  return performer(operation, ofOrganization, services, options)
}

async function identify(
  { signIn, publicOrigin }: ConsoleServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { isOpen, operation } = request.routeOptions.config
  // An operation that is open to everyone still learns who is calling; the calls that sign in determine it themselves.
  if (isOpen && !operation) return
  const { user, setCookies } = await signIn.userOf(visitOf(request, publicOrigin))
  if (setCookies.length > 0) reply.header('set-cookie', setCookies)
  if (!user && !isOpen) throw new Refusal('unauthorized', NOT_SIGNED_IN)
  request.call.user = user
}

async function takeCall({ calls }: ConsoleServices, { call }: FastifyRequest): Promise<void> {
  if (!call.user) return
  const { accepted, resetMs } = await calls.take(call.user.id, CALLS_PER_MINUTE)
  if (accepted) return
  throw tooMany(`You may make ${CALLS_PER_MINUTE} calls in any 60 seconds.`, resetMs)
}

/** A refusal that does not tell whether the organization exists. It names the account, because another tab may have signed in to another one. */
function notMember(email: string): string {
  return `You are signed in as ${email}, which is not a member of this organization. Sign in to an account that is.`
}

/** Looks up the membership at each call, so that removing a member or lowering a role takes effect at once. */
async function requireMembership({ members }: ConsoleServices, request: FastifyRequest): Promise<void> {
  const { call, params, routeOptions } = request
  const { role, planScope } = routeOptions.config.operation as ConsoleOperation
  if (role === null || role === 'PUBLIC' || !call.user) return
  const { organization_id } = params as { organization_id: string }
  call.member = await memberOf(members, call.user, uuidFromId('organization', organization_id))
  if (!call.member) throw new Refusal('not_found', notMember(call.user.email))
  requireRole(call.member, role)
  if (planScope !== undefined) authorize({ ...call.member, scopes: [planScope] }, planScope)
}

/**
 * Waits until everything that a member may have seen is on the disk, because a work order can be read before its commit is (decisions/0015). A call
 * with a key needs no such step, since its audit line is committed after whatever it read.
 */
async function showOnlyStored(
  { flush }: ConsoleServices,
  { call }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (call.member && !call.isRecorded && reply.statusCode < 500) await flush()
  return payload
}
