/** The services that console calls need in addition to those of key calls, created by start.ts, or by tests in its place. */
import type { Flush } from '#server/db/flush.ts'
import type { ReadPool } from '#server/db/read-pool.ts'
import type { Access } from '#server/db/tenant.ts'
import type { WritePool } from '#server/db/write-pool.ts'
import type { AttemptLimit } from '#server/platform/members/attempt-limit.ts'
import type { KnownDevices } from '#server/platform/members/known-devices.ts'
import type { Member, User } from '#server/platform/members/member.ts'
import type { SignIn } from '#server/platform/members/sign-in.ts'
import type { Quota } from '#server/platform/quota/quota.ts'
import type { Implementation } from '../perform.ts'
import type { ResetLinks } from './sign-in-calls.ts'
import type { FileImplementation, UploadImplementation } from './uploads.ts'

/** An operation outside any organization; `user` is undefined if nobody is signed in, which only open operations allow. */
type UserImplementation = (user: User | undefined, input: never) => Promise<unknown>

type MemberImplementation = (member: Member, input: never) => Promise<unknown>

/** The console's operations, by the role and transaction they run in. */
type ConsoleImplementations = {
  /** Operations on an organization's data, as gatehouse_app. */
  organization: Readonly<Record<string, Implementation>>
  /** Operations on people and their memberships, as gatehouse_console. */
  members: Readonly<Record<string, Implementation>>
  /** Operations in an organization that open their own transactions. */
  member: Readonly<Record<string, MemberImplementation>>
  /** Operations in an organization that read their bodies themselves. */
  upload: Readonly<Record<string, UploadImplementation>>
  /** Operations in an organization that return a file. */
  file: Readonly<Record<string, FileImplementation>>
  /** Operations outside any organization, which open the transactions they need. */
  user: Readonly<Record<string, UserImplementation>>
}

export type ConsoleServices = {
  signIn: SignIn
  attempts: AttemptLimit
  devices: KnownDevices
  resetLinks: ResetLinks
  /** Limits the calls of one person. */
  calls: Quota
  /** Reads as gatehouse_console. */
  memberReads: ReadPool
  memberWrites: WritePool
  /** Reads as gatehouse_console that belong to no organization. */
  members: Access<null>
  /** The origin at which people reach the service, if it is set. */
  publicOrigin: string | undefined
  /** Waits until everything committed so far is on the disk, before a reply shows it. */
  flush: Flush
  implementations: ConsoleImplementations
}
