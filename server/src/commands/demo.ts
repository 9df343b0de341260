/** The demo organization of a first start on the embedded database, and `demo.json`, which describes how to call it. */
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SCOPES } from '#contract/scopes.ts'
import { idFromUuid } from '../base/ids.ts'
import { giveToOwner } from '../db/embedded/owner.ts'
import { createKey } from '../platform/api-keys/changes.ts'
import { addUser } from '../platform/members/changes.ts'
import { allOrganizations, createOrganization } from '../platform/organizations/changes.ts'
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

const EMAIL = 'demo@gatehouse.example'

const UNITS = 120
const MONTHS = 12

/** Creates the demo organization if there is no organization yet; otherwise returns undefined. */
export async function makeDemo(session: Session, dataDir: string, baseUrl: string): Promise<Demo | undefined> {
  const organizations = await session.asOperator(allOrganizations)
  if (organizations.length > 0) return undefined
  const organization = await session.asOperator(context =>
    createOrganization(context, { name: 'Gatehouse Demo', plan: 'SCALE', timeZone: 'America/Chicago' }),
  )
  const { apiKey, today } = await session.within(organization, async context => {
    const issued = await createKey(context, { name: 'Demo', scopes: SCOPES })
    return { apiKey: issued.apiKey, today: context.today }
  })
  await seedOrganization(
    { units: UNITS, months: MONTHS, seed: 'demo', today },
    {
      inTransaction: work => session.within(organization, context => work({ ...context, actor: EMAIL })),
      refreshStatistics: session.refreshStatistics,
      isLogged: true,
      origin: baseUrl,
    },
  )
  const password = makePassword()
  const passwordHash = await hashPassword(password)
  await session.withMembers(organization.id, context =>
    addUser(context, { email: EMAIL, role: 'OWNER', name: 'Demo', passwordHash }),
  )
  const demo = {
    base_url: baseUrl,
    api_key: apiKey,
    organization_id: idFromUuid('organization', organization.id),
    console: { email: EMAIL, password },
  }
  await writeDemo(dataDir, demo)
  return demo
}

/** Updates the file that the first start wrote with the address of this start. */
export async function refreshDemo(dataDir: string, baseUrl: string): Promise<void> {
  let demo: Demo
  try {
    demo = JSON.parse(await readFile(demoFile(dataDir), 'utf8'))
  } catch {
    return
  }
  if (demo.base_url !== baseUrl) await writeDemo(dataDir, { ...demo, base_url: baseUrl })
}

export function demoFile(dataDir: string): string {
  return join(dataDir, 'demo.json')
}

async function writeDemo(dataDir: string, demo: Demo): Promise<void> {
  const file = demoFile(dataDir)
  await writeFile(`${file}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
  await giveToOwner(`${file}.new`)
  await rename(`${file}.new`, file)
}
