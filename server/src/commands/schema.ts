/** `migrate`: applies the migrations to the database. */
import { MIGRATIONS, openDatabase } from '../database.ts'
import { migrate } from '../db/migrate.ts'
import type { Command } from './command.ts'

export const migrateCommand: Command = {
  words: 'migrate',
  about: 'Apply the migrations to the database.',
  options: {},
  async run({ config, terminal }) {
    const database = await openDatabase(config, terminal.notice)
    try {
      const applied = await migrate({ connection: database.owner, folder: MIGRATIONS, log: terminal.notice })
      return {
        json: { applied },
        lines: [applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.'],
      }
    } finally {
      await database.stop()
    }
  },
}
