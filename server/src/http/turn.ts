/** The turn of a call: it is taken when the call has arrived and its caller is known, and ends when the reply is sent. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Turns } from '#server/platform/turns.ts'
import type { Call } from './call.ts'
import { disconnectSignal } from './stream.ts'

/** Waits for a turn. A large call only announces itself, because it takes a turn for each of its pieces. */
export function takeTurn(turns: Turns, isLarge: boolean) {
  return ({ call }: FastifyRequest, reply: FastifyReply): Promise<void> | void => {
    const customerId = (call.caller ?? call.member)?.customerId
    if (customerId === undefined) return
    turns.recordCall(customerId)
    if (isLarge) return
    const taken = turns.take(customerId, 'call', () => disconnectSignal(reply))
    if (typeof taken !== 'function') return taken.then(end => keep(call, reply, end))
    keep(call, reply, taken)
  }
}

function keep(call: Call, { raw }: FastifyReply, end: () => void): void {
  call.endTurn = end
  if (raw.destroyed) end()
  else raw.once('close', end)
}
