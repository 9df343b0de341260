/** The servers that are compared, each in a separate process, and the processor time that each takes together with its PostgreSQL. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Server } from '../measure/alternate.ts'
import { asOwner } from '../measure/database.ts'
import { clockOf, findPostmaster } from '../measure/processor.ts'
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
  const children = SIDES.map(() => fork(`${import.meta.dirname}/serve.ts`))
  const opened = await Promise.all(
    children.map(async (child, index) => {
      const side = SIDES[index] as Side
      const url = await answerOf(child, { side, place })
      return [side, { url, spent: clockOf(child.pid, postmaster) }] as const
    }),
  )
  return {
    servers: Object.fromEntries(opened) as Servers,
    async close() {
      await Promise.all(
        children.map(child => {
          const ended = once(child, 'exit')
          child.disconnect()
          return ended
        }),
      )
    },
  }
}

function answerOf(child: ChildProcess, order: Order): Promise<string> {
  return new Promise((resolve, reject) => {
    const ended = (status: number | null) => reject(new Error(`The ${order.side} server ended with status ${status}`))
    child.once('exit', ended)
    child.once('message', url => {
      child.off('exit', ended)
      resolve(url as string)
    })
    child.send(order)
  })
}
