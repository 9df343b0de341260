/** A program that runs a worker in a separate process. It delivers once it receives the database to use, and it ends with its parent. */
import { pino } from 'pino'
import { readConfig } from '#server/config.ts'
import type { DatabaseConnection } from '#server/db/session.ts'
import { startService } from '#server/start.ts'

export type Place = { connection: DatabaseConnection; dataDir: string }

process.once('message', async ({ connection, dataDir }: Place) => {
  const config = { ...readConfig({ GATEHOUSE_DATA_DIR: dataDir }), port: 0 }
  const { stop } = await startService({ config, connection, logger: pino({ level: 'silent' }), role: 'worker' })
  process.once('disconnect', () => void stop())
  process.send?.('delivering')
})
