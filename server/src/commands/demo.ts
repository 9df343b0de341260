/** The demo organization of a first start on the embedded database, and `demo.json`, which describes how to call it. */
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SCOPES } from '#contract/scopes.ts'
import { todayIn } from '../base/dates.ts'
import { idFromUuid } from '../base/ids.ts'
import { giveToOwner } from '../db/embedded/owner.ts'
import { allKeys, createKey, revokeKeyNow } from '../platform/api-keys/changes.ts'
import { addUser, membersOf } from '../platform/members/changes.ts'
import { allOrganizations, createOrganization } from '../platform/organizations/changes.ts'
import type { OrganizationRecord } from '../platform/organizations/queries.ts'
import { seedOrganization } from '../seed/seed-organization.ts'
import { hashPassword, makePassword } from '../sign-in/password.ts'
import type { Session } from './session.ts'

export type Demo = {
  base_url: string
  api_key: string
  organization_id: string
  /** How to sign in to the console; absent in a file that an older version wrote. */
  console?: { email: string; password: string }
}

const NAME = 'Gatehouse Demo'
const TIME_ZONE = 'America/Chicago'
const EMAIL = 'demo@gatehouse.example'

const UNITS = 120
const MONTHS = 12

/**
 * Creates the demo organization if there is no organization yet, or completes the one that an earlier start began before it was killed; otherwise
 * returns undefined. A file says that a demo was begun, because an organization does not show by itself that nobody has its key.
 */
export async function makeDemo(session: Session, dataDir: string, baseUrl: string): Promise<Demo | undefined> {
  const begun = await readOwn<{ today: string }>(begunFile(dataDir))
  const organizations = await session.asOperator(allOrganizations)
  const left = begun && organizations.find(({ name }) => name === NAME)
  if (organizations.length > 0 && !left) return undefined
  // On another day, the seed would create another portfolio.
  const today = begun?.today ?? todayIn(TIME_ZONE, session.now())
  await writeOwn(begunFile(dataDir), { today })
  const organization =
    left ??
    (await session.asOperator(context =>
      createOrganization(context, { name: NAME, plan: 'SCALE', timeZone: TIME_ZONE }),
    ))
  await seedOrganization(
    { units: UNITS, months: MONTHS, seed: 'demo', today },
    {
      inTransaction: work => session.within(organization, context => work({ ...context, actor: EMAIL })),
      refreshStatistics: session.refreshStatistics,
      isLogged: true,
      origin: baseUrl,
    },
  )
  const demo = (left && (await readOwn<Demo>(demoFile(dataDir)))) ?? (await makeAccess(session, organization, baseUrl))
  await writeOwn(demoFile(dataDir), demo)
  await makeAccount(session, organization, demo)
  await rm(begunFile(dataDir))
  return demo
}

/** Creates a key and a password. Keys of a start that was killed before it wrote them to the file are useless, because nobody knows them. */
async function makeAccess(session: Session, organization: OrganizationRecord, baseUrl: string): Promise<Demo> {
  const apiKey = await session.within(organization, async context => {
    for (const { id } of await allKeys(context)) await revokeKeyNow(context, id)
    return (await createKey(context, { name: 'Demo', scopes: SCOPES })).apiKey
  })
  return {
    base_url: baseUrl,
    api_key: apiKey,
    organization_id: idFromUuid('organization', organization.id),
    console: { email: EMAIL, password: makePassword() },
  }
}

async function makeAccount(session: Session, { id }: OrganizationRecord, { console }: Demo): Promise<void> {
  if (!console || (await session.withMembers(id, membersOf)).length > 0) return
  const passwordHash = await hashPassword(console.password)
  await session.withMembers(id, context =>
    addUser(context, { email: EMAIL, role: 'OWNER', name: 'Demo', passwordHash }),
  )
}

/** Updates the file that the first start wrote with the address of this start. */
export async function refreshDemo(dataDir: string, baseUrl: string): Promise<void> {
  const demo = await readOwn<Demo>(demoFile(dataDir))
  if (demo && demo.base_url !== baseUrl) await writeOwn(demoFile(dataDir), { ...demo, base_url: baseUrl })
}

export function demoFile(dataDir: string): string {
  return join(dataDir, 'demo.json')
}

/** The file that exists while a demo is being created, from before its organization until everything is there. */
function begunFile(dataDir: string): string {
  return join(dataDir, 'demo-begun.json')
}

async function readOwn<T>(file: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return undefined
  }
}

async function writeOwn(file: string, value: object): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  await giveToOwner(`${file}.new`)
  await rename(`${file}.new`, file)
}
