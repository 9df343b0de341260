/** A program that runs the service in a separate process and reports how much memory it takes. */
import { pino } from 'pino'
import { readConfig } from '#server/config.ts'
import type { DatabaseConnection } from '#server/db/session.ts'
import { type Service, startService } from '#server/start.ts'

/** The database to connect to, `rest` for the memory at rest, or `peak` for the most memory since then. */
export type Question = { connection: DatabaseConnection } | 'rest' | 'peak'
export type Answer = { url: string; rss: number; peak: number }

const SAMPLE_EVERY_MS = 5

let service: Service | undefined
let peak = 0

const sampling = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss())
}, SAMPLE_EVERY_MS)

process.on('message', async (question: Question) => {
  if (typeof question === 'object') {
    service = await startService({
      config: { ...readConfig({}), port: 0 },
      connection: question.connection,
      logger: pino({ level: 'warn' }),
      role: 'api',
    })
  }
  if (question === 'rest') peak = 0
  const rss = process.memoryUsage.rss()
  process.send?.({ url: service?.url ?? '', rss, peak } satisfies Answer)
})

process.once('disconnect', async () => {
  clearInterval(sampling)
  await service?.stop()
})
