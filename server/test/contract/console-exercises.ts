/**
 * How to call every operation of the console so that it succeeds: the console's own operations are here, and those of version
 * 1 follow their own table.
 */
import type { ConsoleOperation } from '#contract/console/operation.ts'
import { type ConsoleContract, consoleContract, mountedV1 } from '#contract/console.ts'
import { v1 } from '#contract/v1.ts'
import { idFromUuid, newId } from '#server/base/ids.ts'
import { createWebhook } from '#server/domain/webhooks/operations.ts'
import { createKey } from '#server/platform/api-keys/changes.ts'
import { openStorage } from '#server/platform/files/open-storage.ts'
import type { Storage } from '#server/platform/files/storage.ts'
import { invite } from '#server/platform/members/invitations.ts'
import { upsertView } from '#server/platform/members/saved-view-queries.ts'
import { addMember } from '../console/visitor.ts'
import { type Organization, START, type World } from '../world.ts'
import { addressOf, EXERCISES, type OperationName } from './exercises.ts'
import { PORTFOLIO_EXERCISES } from './portfolio-exercises.ts'
import { type Sample, storeSample } from './sample.ts'

export type ConsoleName = keyof typeof consoleContract | OperationName

export const CONSOLE_OPERATIONS = Object.entries<ConsoleOperation>({ ...consoleContract, ...mountedV1 }) as [
  ConsoleName,
  ConsoleOperation,
][]

/** Everything an organization has that an operation may name; each call takes something that no earlier call took. */
export type ConsoleSample = {
  organization: Organization
  organizationId: string
  sample: Sample
  requestId: string
  token: string
  key(): Promise<string>
  memberId(): Promise<string>
  invitation(): Promise<{ id: string; token: string }>
  email(): string
  storage: Storage
}

export type Exercise = {
  path?: (sample: ConsoleSample) => Promise<Record<string, string>>
  query?: Record<string, string>
  body?: (sample: ConsoleSample) => Promise<Record<string, unknown>>
  /** The record that the query names as `record_id`, and the bytes of a body that is a file. */
  record?: (sample: ConsoleSample) => Promise<string>
  bytes?: Uint8Array
  /** Values of query parameters whose schema does not state which ones are accepted. */
  cases?: Readonly<Record<string, { good: string[]; bad: string[] }>>
}

const key = async (sample: ConsoleSample) => ({ key_id: await sample.key() })
const member = async (sample: ConsoleSample) => ({ user_id: await sample.memberId() })

const freshWebhook = ({ organization }: ConsoleSample) =>
  organization.within(async context => {
    const { id } = await createWebhook(context, { event: 'lead.created', target_url: 'http://127.0.0.1:9/' })
    return { id }
  })

const savedView = async ({ organization }: ConsoleSample) => {
  const view_id = newId('view', START)
  await organization.within(context =>
    context.db.query(upsertView, [
      context.db.organizationId,
      view_id,
      'usr_nobody',
      'units',
      newId('view', START),
      'status=OFFLINE',
      new Date(START),
    ]),
  )
  return { view_id }
}

/** Operations that replace one of version 1 are called like the one they replace. */
type OwnName = Exclude<keyof ConsoleContract, OperationName>

export const CONSOLE_EXERCISES: { readonly [Name in OwnName]: Exercise } = {
  getMe: {},
  updateMe: { body: async () => ({ name: 'Dana Whitfield' }) },
  listSessions: {},
  endSession: { path: async () => ({ session_id: '019c07fc-1a8e-7b1c-8d5f-3a6c9e2b4d70' }) },
  endOtherSessions: {},
  getSettings: {},
  updateSettings: { body: async sample => ({ name: `Maple ${sample.email()}` }) },
  listKeys: {},
  createKey: { body: async () => ({ name: 'Export', scopes: ['accounting:read'], expires_at: null }) },
  rotateKey: { path: key, body: async () => ({ overlap_hours: 1 }) },
  revokeKey: { path: key },
  listCalls: {},
  getCall: { path: async sample => ({ request_id: sample.requestId }) },
  listFailures: { query: { window: '24h' } },
  getTrafficOverview: { query: { window: '1h' } },
  exportCalls: { query: { format: 'csv' } },
  listAdministrativeEntries: {},
  listMembers: {},
  updateMember: { path: member, body: async () => ({ role: 'ADMIN' }) },
  removeMember: { path: member },
  listInvitations: {},
  createInvitation: { body: async sample => ({ email: sample.email(), role: 'VIEWER' }) },
  deleteInvitation: { path: async sample => ({ invitation_id: (await sample.invitation()).id }) },
  lookUpInvitation: { body: async sample => ({ token: (await sample.invitation()).token }) },
  acceptInvitation: {
    body: async sample => ({
      token: (await sample.invitation()).token,
      name: 'New',
      password: 'correct horse battery',
    }),
  },
  listSavedViews: { query: { page: 'units' } },
  saveView: { body: async () => ({ page: 'units', name: newId('view', START), query: 'status=VACANT_UNRENTED' }) },
  deleteSavedView: { path: savedView },
  getPlan: {},
  createSandbox: {},
  resetSandbox: {},
  pauseWebhook: { path: freshWebhook },
  updateWebhook: { path: freshWebhook, body: async () => ({ target_url: 'http://127.0.0.1:9/moved' }) },
  listFailingWebhooks: {},
  inspectId: { path: async ({ sample }) => ({ id: sample.delivery.event_id }) },
  ...PORTFOLIO_EXERCISES,
}

export type ConsoleRequest = { path: string; method: string; body: unknown }
type Changes = { path?: Record<string, string>; query?: Record<string, string> }
/** A call that succeeds the first time it is made, with changes made to its parameters. */
export type PreparedRequest = (changes?: Changes) => ConsoleRequest

/** A call that succeeds, with `changes` made to its parameters. */
export async function consoleRequest(
  name: ConsoleName,
  sample: ConsoleSample,
  changes: Changes = {},
): Promise<ConsoleRequest> {
  return (await prepareRequest(name, sample))(changes)
}

/** The body of a call that succeeds, without storing the record that its path names. */
export async function bodyOf(name: ConsoleName, sample: ConsoleSample): Promise<unknown> {
  if (!(name in CONSOLE_EXERCISES)) return EXERCISES[name as OperationName].body?.(sample.sample)
  const exercise: Exercise = CONSOLE_EXERCISES[name as OwnName]
  return exercise.bytes ?? (await exercise.body?.(sample))
}

/** Stores what the operation works on. */
export async function prepareRequest(name: ConsoleName, sample: ConsoleSample): Promise<PreparedRequest> {
  const { organizationId } = sample
  if (!(name in CONSOLE_EXERCISES)) {
    const v1Name = name as OperationName
    const { body } = EXERCISES[v1Name]
    return (changes = {}) => ({
      path: `/organizations/${changes.path?.organization_id ?? organizationId}${addressOf(v1Name, sample.sample, changes)}`,
      method: v1[v1Name].method,
      body: body?.(sample.sample),
    })
  }
  const operation = consoleContract[name as keyof ConsoleContract]
  const exercise: Exercise = CONSOLE_EXERCISES[name as OwnName]
  const path = { organization_id: organizationId, ...(await exercise.path?.(sample)) }
  const query = { ...(exercise.record && { record_id: await exercise.record(sample) }), ...exercise.query }
  const body = await bodyOf(name, sample)
  return (changes = {}) => {
    const values: Record<string, string> = { ...path, ...changes.path }
    const asked = new URLSearchParams({ ...query, ...changes.query }).toString()
    const place = operation.path.replaceAll(/\{(\w+)\}/g, (_, parameter) => values[parameter] as string)
    return { path: asked === '' ? place : `${place}?${asked}`, method: operation.method, body }
  }
}

/** One record of every kind in an organization with the Partner API, and a call in its log. */
export async function storeConsoleSample(world: World, organization: Organization, mark = ''): Promise<ConsoleSample> {
  const sample = await storeSample(organization, mark)
  const reply = await world.call('/nothing', { key: organization.key })
  const email = () => `${world.newId('user').slice(4)}@example.com`
  const invitation: ConsoleSample['invitation'] = async () => {
    const made = await world.pools.memberWrites.transaction(organization.id, db =>
      invite({ db, actor: 'test', now: world.clock.now() }, { email: email(), role: 'VIEWER' }),
    )
    return { id: made.invitation.id, token: made.token }
  }
  return {
    organization,
    organizationId: idFromUuid('organization', organization.id),
    sample,
    requestId: reply.headers.get('x-request-id') as string,
    token: (await invitation()).token,
    key: async () => {
      const made = await organization.within(context =>
        createKey(context, { name: `Key${mark}`, scopes: ['properties:read'] }),
      )
      return made.key.id
    },
    memberId: () => addMember(world, organization, email(), 'VIEWER'),
    invitation,
    email,
    storage: openStorage(world.config.files.place),
  }
}
