/** The turns of an import's batches: its thread asks for them by message, because the schedule of all customers is in the main thread. */
import type { MessagePort, Worker } from 'node:worker_threads'
import type { BatchTurn, TakeTurn } from '#server/import/pace.ts'
import type { Turns } from '#server/platform/turns.ts'

export type TurnRequest = { take: number } | { end: number }
type Begin = { begin: number; isShared: boolean }

/** Asks for turns; runs in the thread. */
export function turnsBy(port: MessagePort): TakeTurn {
  const waiting = new Map<number, (turn: BatchTurn) => void>()
  let asked = 0
  port.on('message', ({ begin, isShared }: Begin) => {
    waiting.get(begin)?.({ isShared, end: () => port.postMessage({ end: begin } satisfies TurnRequest) })
    waiting.delete(begin)
    if (waiting.size === 0) port.unref()
  })
  port.unref()
  return () =>
    new Promise(resolve => {
      waiting.set(++asked, resolve)
      // The thread must not end while it waits.
      port.ref()
      port.postMessage({ take: asked } satisfies TurnRequest)
    })
}

/** Answers a thread. When the thread has ended, so have its turns. */
export function giveTurns(worker: Worker, turns: Turns, customerId: string): void {
  const held = new Map<number, () => void>()
  const over = new AbortController()
  worker.on('message', async (message: TurnRequest | object) => {
    if ('end' in message) {
      held.get(message.end)?.()
      held.delete(message.end)
    }
    if (!('take' in message)) return
    try {
      const end = await turns.take(customerId, 'piece', () => over.signal)
      if (over.signal.aborted) return end()
      held.set(message.take, end)
    } catch {
      // A batch that waited for too long proceeds without a turn: the transaction that holds its locks must end.
    }
    worker.postMessage({ begin: message.take, isShared: turns.areShared } satisfies Begin)
  })
  worker.once('exit', () => {
    over.abort()
    for (const end of held.values()) end()
  })
}
