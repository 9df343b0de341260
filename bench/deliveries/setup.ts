/** The setup for the benchmarks of webhooks: a separate database, organizations, and a receiver in a separate process. */
import { fork } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '#server/base/clock.ts'
import { readConfig } from '#server/config.ts'
import { openExternalServices } from '#server/open-external-services.ts'
import type { Context } from '#server/platform/context.ts'
import { addOrganization, openDatabase } from '../measure/database.ts'
import type { Arrival } from './receiver.ts'

/** Runs work in a transaction of one organization. */
export type Within = <T>(work: (context: Context) => Promise<T>) => Promise<T>

/** The data of an event, about as large as a payment. */
export const DATA = { payment: { payment_id: 'pay_01kh3zr6qv7d2g6k0n4r8v1x5b', status: 'PAID', memo: 'x'.repeat(600) } }

export async function openSetup() {
  const database = await openDatabase()
  const { connection, dataDir, session } = database
  const config = { ...readConfig({ GATEHOUSE_DATA_DIR: dataDir }), port: 0 }
  const external = await openExternalServices(config, systemClock)
  const receiver = await openReceiver()
  return {
    connection,
    config,
    dataDir,
    receiver,
    async newOrganization(): Promise<Within> {
      const organization = await addOrganization(session, 'Bench')
      return work => session.within(organization, context => work({ ...context, external }))
    },
    async close() {
      receiver.close()
      external.sender.close()
      await database.close()
    },
  }
}

async function openReceiver() {
  const child = fork(`${import.meta.dirname}/receiver.ts`)
  const arrived = new Map<string, Arrival[]>()
  const port = await new Promise<number>(resolve => {
    child.on('message', (message: { port?: number; arrivals?: Arrival[] }) => {
      if (message.port !== undefined) resolve(message.port)
      for (const arrival of message.arrivals ?? []) {
        const those = arrived.get(arrival.path) ?? []
        those.push(arrival)
        arrived.set(arrival.path, those)
      }
    })
  })
  /** Resolves with the first `count` calls of `path` once they have arrived. */
  async function first(path: string, count: number): Promise<Arrival[]> {
    for (;;) {
      const those = arrived.get(path) ?? []
      if (those.length >= count) return those.slice(0, count)
      await pause(5)
    }
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    first,
    /** The last of the first `count` calls of `path`. */
    until: async (path: string, count: number) => (await first(path, count)).at(-1)!,
    close: () => child.disconnect(),
  }
}
