/**
 * A program that runs one of the servers that are compared in a separate process. It receives which one to run, reports its URL, and ends with its
 * parent.
 */
import { pino } from 'pino'
import { readConfig } from '#server/config.ts'
import { startService } from '#server/start.ts'
import { serveBare } from './bare.ts'
import { servePlain } from './plain/serve.ts'
import type { Place } from './setup.ts'

/** The three servers: the service, its own statements served by hand, and plain tables served by hand. */
export type Side = 'service' | 'bare' | 'plain'
export type Order = { side: Side; place: Place }

const open: Record<Side, (place: Place) => Promise<{ url: string | undefined; close(): Promise<void> }>> = {
  service: async ({ connection }) => {
    const logger = pino({ level: 'warn' })
    const { url, stop } = await startService({
      config: { ...readConfig({}), port: 0 },
      connection,
      logger,
      role: 'api',
    })
    return { url, close: stop }
  },
  bare: serveBare,
  plain: servePlain,
}

process.once('message', async (message: Order) => {
  const { url, close } = await open[message.side](message.place)
  process.once('disconnect', () => void close())
  process.send?.(url)
})
