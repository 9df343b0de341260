/** The generated files of the repository and their contents. `npm run generate` writes them, and the tests compare. */
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { clientText } from '#client/generate.ts'
import { ORGANIZATION_PATH } from '#contract/console/operation.ts'
import { consoleContract } from '#contract/console.ts'
import { ERRORS } from '#contract/errors.ts'
import { openApiDocument } from '#contract/openapi.ts'
import { RECORD_SCHEMAS } from '#contract/record-schemas.ts'
import { v1 } from '#contract/v1.ts'
import { schemaText } from '#server/db/schema-text.ts'
import { clientConfig } from '#server/db/session.ts'
import { createTestDatabase } from './cluster.ts'
import { refuseLeftOut } from './db/left-out-of-schema.ts'
import { operationsPage } from './operations-page.ts'

const place = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

export const GENERATED: { path: string; make: () => Promise<string> }[] = [
  { path: place('contract/openapi.json'), make: async () => `${JSON.stringify(openApiDocument(), null, 2)}\n` },
  { path: place('client/v1.ts'), make: async () => v1ClientText() },
  { path: place('client/error-codes.ts'), make: async () => errorCodesText() },
  { path: place('client/console.ts'), make: async () => consoleClientText() },
  { path: place('docs/operations.md'), make: async () => operationsPage() },
  { path: place('server/schema.sql'), make: migratedSchema },
]

function v1ClientText(): string {
  const about = 'Version 1 of the API: `v1Client(openCaller({ baseUrl, headers }))` has a method for each operation.'
  const group = { maker: 'v1Client', about: 'Every operation of version 1.', prefix: '', operations: v1 }
  return clientText(about, [{ ...group, lineType: 'ExportLine' }], {
    tables: [
      { name: 'Records', about: 'What a copy holds: each type of record with its shape.', fields: RECORD_SCHEMAS },
    ],
    more: `${EVENT_DATA}${EXPORT_LINE}`,
  })
}

const EVENT_DATA = `/** The data of each type of event. */
export type EventData = { [One in Event as One['type']]: One['data'] }

`

const EXPORT_LINE = `/** A line of an export: first the cursor after which changes continue, then each record, and last the number of records by type. */
export type ExportLine =
  | { cursor: string; organization_id: string; as_of: string; effective_scopes: Organization['key']['effective_scopes'] }
  | { [Type in keyof Records]: { type: Type; data: Records[Type] } }[keyof Records]
  | { end: true; counts: Partial<Record<keyof Records, number>> }

`

function errorCodesText(): string {
  const codes = Object.entries(ERRORS).map(([code, { status, when }]) => `  /** ${status}: ${when} */\n  | '${code}'\n`)
  return `/** The \`error\` of every refusal. Generated from the contract by \`npm run generate\`; do not edit. */\n\nexport type ErrorCode =\n${codes.join('')}`
}

function consoleClientText(): string {
  const about = 'What the console calls in addition to version 1: for a person, and within an organization.'
  const [within, outside] = [true, false].map(isWithin =>
    Object.fromEntries(
      Object.entries(consoleContract).filter(([, { path }]) => path.startsWith(ORGANIZATION_PATH) === isWithin),
    ),
  ) as [typeof consoleContract, typeof consoleContract]
  const groups = [
    { maker: 'userClient', about: 'Operations outside any organization.', prefix: '', operations: outside },
    {
      maker: 'organizationClient',
      about: 'Operations within an organization; the base address ends in its ID.',
      prefix: ORGANIZATION_PATH,
      operations: within,
    },
  ]
  return clientText(about, groups, { base: v1ClientText() })
}

/** The schema of an empty database after all migrations. */
async function migratedSchema(): Promise<string> {
  const database = await createTestDatabase()
  const client = new pg.Client(clientConfig(database.connection))
  await client.connect()
  try {
    await client.query('set search_path to public')
    await refuseLeftOut(client)
    return await schemaText(client)
  } finally {
    await client.end()
    await database.drop()
  }
}
