/**
 * A program that repeats a list of calls, a fixed number at a time, until it is told to stop, and reports their outcomes. Without calls, it keeps one
 * processor busy.
 */
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { Pool } from 'undici'

export type FloodCall = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string }
export type Flood = { url: string; calls: FloodCall[]; atOnce: number }
/** Replies by status. */
export type FloodReplies = Record<string, number>

const BUSY_PAUSE_MS = 50

// The callers of the noisy organization would have machines of their own. What this program takes from the service must not count as its unfairness.
setPriority(constants.priority.PRIORITY_LOW)
try {
  // Where Linux schedules by session, the priority of a process only counts within its session.
  writeFileSync('/proc/self/autogroup', String(constants.priority.PRIORITY_LOW))
} catch {
  // Linux does not schedule by session, or this is another system.
}
// A program in a session of its own does not get the signals of the terminal.
process.once('disconnect', () => process.exit())

process.once('message', async message => {
  const { url, calls, atOnce } = message as Flood
  let isOver = false
  process.once('message', () => {
    isOver = true
  })
  const pool = new Pool(url, { connections: atOnce, headersTimeout: 0, bodyTimeout: 0 })
  const statuses: FloodReplies = {}
  let next = 0
  const caller = async () => {
    while (!isOver) {
      if (calls.length === 0) {
        await turn()
        continue
      }
      const { headers, ...call } = calls[next++ % calls.length]!
      const fresh = call.method === 'POST' ? { 'idempotency-key': randomUUID() } : {}
      const { statusCode, body } = await pool.request({ ...call, headers: { ...headers, ...fresh } })
      // The reply is discarded as it arrives, so that a large one does not fill the memory of this process.
      for await (const _ of body);
      statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
      if (statusCode >= 400) await pause(BUSY_PAUSE_MS)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, caller))
  await pool.close()
  process.send?.(statuses)
  process.disconnect()
})
