/** `migrate`: applies the migrations to the database, and creates the monthly partitions of its tables. */
import { MIGRATIONS, openDatabase } from '../database.ts'
import { timeOf } from '../db/database-clock.ts'
import { migrate, namedMigrations } from '../db/migrate.ts'
import { maintainTables } from '../upkeep.ts'
import type { Command } from './command.ts'

export const migrateCommand: Command = {
  words: 'migrate',
  about: 'Apply the migrations to the database.',
  ifInterrupted: 'Migrations that were applied stay applied. Run the command again for the others.',
  options: {},
  async run({ config, terminal }) {
    const database = await openDatabase(config, terminal.notice)
    try {
      const applied = await migrate({ connection: database.owner, folder: MIGRATIONS, log: terminal.notice })
      // Without this, the doctor would report these partitions as missing until the first start.
      const notice = (about: object, what: string) => terminal.notice(`${what}: ${JSON.stringify(about)}`)
      await maintainTables(database, await timeOf(database.connection), { error: notice, warn: notice })
      return {
        json: { applied },
        lines: [applied.length > 0 ? `Applied ${namedMigrations(applied)}.` : 'The database is up to date.'],
      }
    } finally {
      await database.stop()
    }
  },
}
