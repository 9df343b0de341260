/** What the console's calls need beyond those of keys; made by start.ts, and by tests in its place. */

import type { Flush } from '#server/db/flush.ts'
import type { ReadPool } from '#server/db/read-pool.ts'
import type { Access } from '#server/db/tenant.ts'
import type { WritePool } from '#server/db/write-pool.ts'
import type { AttemptLimit } from '#server/platform/members/attempt-limit.ts'
import type { KnownDevices } from '#server/platform/members/known-devices.ts'
import type { Member, Person } from '#server/platform/members/member.ts'
import type { SignIn } from '#server/platform/members/sign-in.ts'
import type { Quota } from '#server/platform/quota/quota.ts'
import type { Implementation } from '../perform.ts'
import type { UploadImplementation } from './uploads.ts'

/** An operation outside any organization: `person` is there, or nobody where it is open to all. */
export type PersonImplementation = (person: Person | undefined, input: never) => Promise<unknown>

export type MemberImplementation = (member: Member, input: never) => Promise<unknown>

/** By whose rights each operation of the console runs. */
export type ConsoleImplementations = {
  /** On an organization's data, as gatehouse_app. */
  organization: Readonly<Record<string, Implementation>>
  /** On people and where they belong, as gatehouse_console. */
  people: Readonly<Record<string, Implementation>>
  /** In an organization, with transactions of their own. */
  member: Readonly<Record<string, MemberImplementation>>
  /** The same, of bodies that they read themselves. */
  upload: Readonly<Record<string, UploadImplementation>>
  /** Outside any organization; these open what they need. */
  person: Readonly<Record<string, PersonImplementation>>
}

export type ConsoleServices = {
  signIn: SignIn
  attempts: AttemptLimit
  devices: KnownDevices
  /** Of the calls of one person. */
  calls: Quota
  /** As gatehouse_console. */
  peopleReads: ReadPool
  peopleWrites: WritePool
  /** The same, of no organization. */
  people: Access<null>
  /** Where people reach the service, if that is set. */
  publicOrigin: string | undefined
  /** Before a reply shows what others may just have committed. */
  flush: Flush
  implementations: ConsoleImplementations
}
