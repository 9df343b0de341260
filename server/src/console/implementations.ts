/** The implementation of every operation of the console; a missing one, or a wrong output, does not compile. */
import type { ConsoleImplementations } from '#contract/console/operation.ts'
import type { ConsoleContract } from '#contract/console.ts'
import type { InputOf, OutputOf } from '#contract/operation.ts'
import type { Access } from '#server/db/tenant.ts'
import type { WritePool } from '#server/db/write-pool.ts'
import { consoleOperations } from '#server/domain/console.ts'
import { getCall, listCalls, listFailures } from '#server/platform/audit/calls.ts'
import { exportCalls } from '#server/platform/audit/export-calls.ts'
import { getTrafficOverview } from '#server/platform/audit/traffic-overview.ts'
import type { SnapshotContext } from '#server/platform/context.ts'
import type { Download } from '#server/platform/download.ts'
import type { Member, MemberContext, Person } from '#server/platform/members/member.ts'
import { listAdministrativeEntries } from './administrative-log.ts'
import type { Imports } from './imports.ts'
import { acceptInvitation, lookUpInvitation } from './invited.ts'
import { createKey, listKeys, revokeKey, rotateKey } from './keys.ts'
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

export type ConsoleWorld = {
  people: Access<null>
  peopleWrites: WritePool
  writes: WritePool
  links: Links
  imports: Imports
  hashPassword: (password: string) => Promise<string>
  now: () => number
}

type Names = keyof ConsoleContract
type Pooled<Name extends Names> = ConsoleImplementations<Pick<ConsoleContract, Name>, MemberContext>
type Outside<Subject, Name extends Names> = {
  readonly [Each in Name]: (
    subject: Subject,
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
    ...consoleOperations,
    ...imports,
  } satisfies Partial<Pooled<Names>>
  const downloads = {
    exportCalls: exportCalls satisfies (
      context: SnapshotContext,
      input: InputOf<ConsoleContract['exportCalls']>,
    ) => Promise<Download>,
  }
  const people = {
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
  } satisfies Partial<Outside<Member, Names>>
  const person = {
    getMe: (of: Person | undefined) => getMe(world.people, of as Person),
    updateMe: (of: Person | undefined, input: { name: string }) => updateMe(world, of as Person, input),
    listSessions: (of: Person | undefined) => listSessions(world, of as Person),
    endSession: (of: Person | undefined, input: { session_id: string }) => endSessions(world, of as Person, input),
    endOtherSessions: (of: Person | undefined) => endSessions(world, of as Person, {}),
    lookUpInvitation: (of: Person | undefined, input: { token: string }) => lookUpInvitation(world, of, input),
    acceptInvitation: (of: Person | undefined, input: InputOf<ConsoleContract['acceptInvitation']>) =>
      acceptInvitation(world, of, input),
  } satisfies Partial<Outside<Person | undefined, Names>>
  const upload = { importFile: world.imports.importFile }
  const all = { ...organization, ...downloads, ...people, ...member, ...upload, ...person }
  all satisfies Readonly<Record<Names, unknown>>
  return { organization: { ...organization, ...downloads }, people, member, upload, person }
}
