/** The files of the repository that are made from others: what they should hold. `npm run generate` writes them, the tests compare. */
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { openApiDocument } from '#contract/openapi.ts'
import { clientConfig } from '#server/db/session.ts'
import { createTestDatabase } from './cluster.ts'
import { dumpSchema } from './db/dump-schema.ts'

const place = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

export const GENERATED: { path: string; make: () => Promise<string> }[] = [
  { path: place('contract/openapi.json'), make: async () => `${JSON.stringify(openApiDocument(), null, 2)}\n` },
  { path: place('server/schema.sql'), make: migratedSchema },
]

/** What all migrations in order make of an empty database. */
async function migratedSchema(): Promise<string> {
  const database = await createTestDatabase()
  const client = new pg.Client(clientConfig(database.connection))
  await client.connect()
  try {
    return await dumpSchema(client)
  } finally {
    await client.end()
    await database.drop()
  }
}
