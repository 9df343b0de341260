/** The implementation of every operation of the console. A missing one, or one with a wrong output, does not compile. */
import type { ConsoleImplementations } from '#contract/console/operation.ts'
import type { ConsoleContract } from '#contract/console.ts'
import type { InputOf, OutputOf } from '#contract/operation.ts'
import type { Access, Tenant } from '#server/db/tenant.ts'
import type { WritePool } from '#server/db/write-pool.ts'
import { consoleOperations } from '#server/domain/console.ts'
import { getReport } from '#server/domain/reports/operations.ts'
import { getCall, listCalls, listFailures } from '#server/platform/audit/calls.ts'
import { exportCalls } from '#server/platform/audit/export-calls.ts'
import { getTrafficOverview } from '#server/platform/audit/traffic-overview.ts'
import type { SnapshotContext } from '#server/platform/context.ts'
import type { Download } from '#server/platform/download.ts'
import type { Member, MemberContext, User } from '#server/platform/members/member.ts'
import { deleteSavedView, listSavedViews, saveView } from '#server/platform/members/saved-views.ts'
import { acceptInvitation, lookUpInvitation } from './accept-invitation.ts'
import { listAdministrativeEntries } from './administrative-log.ts'
import type { Files } from './files.ts'
import type { Imports } from './imports.ts'
import { createKey, listKeys, revokeKey, rotateKey } from './keys.ts'
import { exportList } from './list-export.ts'
import type { Links } from './mail.ts'
import { endSessions, getMe, listSessions, updateMe } from './me.ts'
import {
  createInvitation,
  deleteInvitation,
  listInvitations,
  listMembers,
  removeMember,
  updateMember,
} from './members.ts'
import { imports } from './past-imports.ts'
import { getPlan } from './plan.ts'
import { createSandbox, resetSandbox } from './sandbox.ts'

type ConsoleWorld = {
  members: Access<null>
  membersFor: (organizationId: string) => Tenant
  memberWrites: WritePool
  writes: WritePool
  links: Links
  imports: Imports
  files: Files
  hashPassword: (password: string) => Promise<string>
  now: () => number
  origin: () => string | undefined
}

type Names = keyof ConsoleContract
type Pooled<Name extends Names> = ConsoleImplementations<Pick<ConsoleContract, Name>, MemberContext>
type By<Caller, Name extends Names> = {
  readonly [Each in Name]: (
    caller: Caller,
    input: InputOf<ConsoleContract[Each]>,
  ) => Promise<OutputOf<ConsoleContract[Each]>>
}

export function consoleImplementations(world: ConsoleWorld) {
  const organization = {
    listKeys,
    createKey,
    rotateKey,
    revokeKey,
    listCalls,
    getCall,
    listFailures,
    getTrafficOverview,
    listAdministrativeEntries,
    listSavedViews,
    saveView,
    deleteSavedView,
    ...consoleOperations,
    ...imports,
  } satisfies Partial<Pooled<Names>>
  const downloads = {
    exportCalls: exportCalls satisfies (
      context: SnapshotContext,
      input: InputOf<ConsoleContract['exportCalls']>,
    ) => Promise<Download>,
    exportList: exportList(world.membersFor) satisfies (
      context: SnapshotContext & MemberContext,
      input: InputOf<ConsoleContract['exportList']>,
    ) => Promise<Download>,
    getReport: getReport satisfies (
      context: SnapshotContext,
      input: InputOf<ConsoleContract['getReport']>,
    ) => Promise<Download>,
  }
  const members = {
    listMembers,
    updateMember,
    removeMember,
    listInvitations,
    createInvitation: createInvitation(world.links),
    deleteInvitation,
    getPlan,
  } satisfies Partial<Pooled<Names>>
  const member = {
    createSandbox: (of: Member) => createSandbox(world, of),
    resetSandbox: (of: Member) => resetSandbox(world, of),
  } satisfies Partial<By<Member, Names>>
  const user = {
    getMe: (of: User | undefined) => getMe(world.members, of!),
    updateMe: (of: User | undefined, input: { name: string }) => updateMe(world, of!, input),
    listSessions: (of: User | undefined) => listSessions(world, of!),
    endSession: (of: User | undefined, input: { session_id: string }) => endSessions(world, of!, input),
    endOtherSessions: (of: User | undefined) => endSessions(world, of!, {}),
    lookUpInvitation: (of: User | undefined, input: { token: string }) => lookUpInvitation(world, of, input),
    acceptInvitation: (of: User | undefined, input: InputOf<ConsoleContract['acceptInvitation']>) =>
      acceptInvitation(world, of, input),
  } satisfies Partial<By<User | undefined, Names>>
  const upload = { importFile: world.imports.importFile, uploadFile: world.files.uploadFile }
  const file = { downloadFile: world.files.downloadFile }
  const all = { ...organization, ...downloads, ...members, ...member, ...upload, ...file, ...user }
  all satisfies Readonly<Record<Names, unknown>>
  return { organization: { ...organization, ...downloads }, members, member, upload, file, user }
}
