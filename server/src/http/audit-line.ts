/**
 * The audit line of a finished call: who did what and when, and the outcome. It never contains a query value, a body or a secret; for a 400, it
 * contains the names of the contract's fields.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { plainAddress } from '#server/base/addresses.ts'
import { uuidFromId } from '#server/base/ids.ts'
import type { AuditLine } from '#server/platform/audit/line.ts'
import { routeTemplate } from './route.ts'
import { pathOf } from './target.ts'

const MAX_REASON = 100

/** The line to write, or undefined for a call without a known key. */
export function auditLine(request: FastifyRequest, reply: FastifyReply): AuditLine | undefined {
  const { caller, recognized, operation, arrivedAt, admittedAt, isReplay, error, fields } = request.call
  const key = caller ?? recognized
  if (!key) return undefined
  return {
    organizationId: key.organizationId,
    id: uuidFromId('request', request.id) as string,
    occurredAt: admittedAt ?? arrivedAt,
    keyId: key.keyId,
    method: request.method,
    route: routeTemplate(request) ?? null,
    path: pathOf(request.originalUrl),
    status: reply.statusCode,
    scope: operation?.scope ?? null,
    callerIp: plainAddress(request.ip),
    userAgent: request.headers['user-agent'] ?? null,
    latencyMs: reply.elapsedTime,
    error: error ?? null,
    reason: recognized?.reason ?? fields?.join(', ').slice(0, MAX_REASON) ?? null,
    replayed: isReplay,
  }
}
