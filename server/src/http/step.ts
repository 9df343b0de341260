/**
 * Steps of a call as hooks. Most steps have nothing to wait for, so a step continues immediately unless it returns a promise: as async
 * functions, the fifteen steps of a read took a sixth of what it costs this process.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'

export type Step = (request: FastifyRequest, reply: FastifyReply) => Promise<void> | void
type Next = (error?: Error) => void

/** A hook that continues once `step` is done. What it throws refuses the call. */
export function hookOf(step: Step) {
  return (request: FastifyRequest, reply: FastifyReply, next: Next): Promise<void> | void => {
    const waiting = step(request, reply)
    if (waiting) return waiting
    next()
  }
}

type PayloadStep = (request: FastifyRequest, reply: FastifyReply, payload: unknown) => unknown
type NextPayload = (error: Error | null, payload?: unknown) => void

/** A hook that continues with what `step` returns in place of the payload of the reply. */
export function payloadHookOf(step: PayloadStep) {
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
    next: NextPayload,
  ): Promise<unknown> | undefined => {
    const replaced = step(request, reply, payload)
    if (replaced instanceof Promise) return replaced
    next(null, replaced)
    return undefined
  }
}
