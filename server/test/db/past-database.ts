/** A database as earlier migrations left it, whose owner is not a superuser, on a PostgreSQL of its own. */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { MIGRATIONS } from '#server/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { clientConfig } from '#server/db/session.ts'
import { startThrowawayPostgres } from './throwaway-postgres.ts'

export type PastDatabase = AsyncDisposable & {
  /** A superuser, whom row-level security does not apply to. */
  client: pg.Client
  /** Applies, as the owner, the migrations whose names come before `end`; all of them if it is left out. */
  migrateUntil(end?: string): Promise<void>
}

export async function openPastDatabase(): Promise<PastDatabase> {
  const server = await startThrowawayPostgres()
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-migrations-'))
  const superuser = new pg.Client(server.connection)
  await superuser.connect()
  await superuser.query('create role landlord login createrole')
  await superuser.query('create database past owner landlord')
  await superuser.end()
  const connection = { ...server.connection, database: 'past' }
  const client = new pg.Client(clientConfig(connection))
  await client.connect()
  return {
    client,
    migrateUntil: async (end = '9') => {
      for (const name of await readdir(MIGRATIONS)) if (name < end) await cp(join(MIGRATIONS, name), join(folder, name))
      await migrate({ connection: { ...connection, user: 'landlord' }, folder, log: () => {} })
    },
    [Symbol.asyncDispose]: async () => {
      await client.end()
      await server.stop()
      await rm(folder, { recursive: true })
    },
  }
}
