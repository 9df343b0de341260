/** The servers that are compared, each in a separate process, and the processor time that each takes together with its PostgreSQL. */
import type { Server } from '../measure/alternate.ts'
import { asOwner } from '../measure/database.ts'
import { clockOf, findPostmaster } from '../measure/processor.ts'
import { openProgram } from '../measure/program.ts'
import type { Order, Side } from './serve.ts'
import type { Place } from './setup.ts'

export type Servers = Record<Side, Server>

const SIDES: Side[] = ['service', 'bare', 'plain']

export async function openServers({ connection, organizationId, timeZone, today, keys }: Place): Promise<{
  servers: Servers
  close(): Promise<void>
}> {
  const place = { connection, organizationId, timeZone, today, keys }
  const postmaster = await asOwner(connection, findPostmaster)
  const programs = SIDES.map(side => ({ side, program: openProgram<Order, string>(`${import.meta.dirname}/serve.ts`) }))
  const opened = await Promise.all(
    programs.map(async ({ side, program }) => {
      const url = await program.ask({ side, place })
      return [side, { url, spent: clockOf(program.pid, postmaster) }] as const
    }),
  )
  return {
    servers: Object.fromEntries(opened) as Servers,
    close: async () => {
      await Promise.all(programs.map(({ program }) => program.close()))
    },
  }
}
