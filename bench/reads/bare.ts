/**
 * The baseline: the same statements, schemas and replies by Fastify and a `pg` Pool as one would write them by hand. No keys, quota,
 * audit or second tenancy lock: it connects as the owner, whom no policy holds.
 */
import Fastify from 'fastify'
import pg from 'pg'
import type { Operation } from '#contract/operation.ts'
import { V1_PREFIX, v1 } from '#contract/v1.ts'
import { clientConfig } from '#server/db/session.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { v1Implementations } from '#server/domain/v1.ts'
import type { Context } from '#server/platform/context.ts'
import { nothingOutside } from '#server/platform/outside.ts'
import type { Ground } from './ground.ts'

const POOL_SIZE = 8

type Implementation = (context: Context, input: unknown) => Promise<unknown>

export async function serveBare(ground: Ground): Promise<{ url: string; close(): Promise<void> }> {
  const { connection, organizationId, timeZone, today } = ground
  const pool = new pg.Pool({ ...clientConfig(connection), max: POOL_SIZE })
  // PostgreSQL may say farewell to a connection that is just being closed.
  pool.on('error', () => {})
  const db: Tenant = {
    organizationId,
    query: async ({ name, text }, values) => (await pool.query({ name, text, values: [...values] })).rows,
  }
  const context: Context = {
    db,
    organizationId,
    timeZone,
    today,
    now: Date.now(),
    isSandbox: false,
    liveChannels: [],
    actor: 'bench',
    outside: nothingOutside,
  }
  const app = Fastify()
  for (const [name, operation] of Object.entries<Operation>(v1).filter(([, { streamed }]) => !streamed)) {
    const run = v1Implementations[name as keyof typeof v1Implementations] as Implementation
    const { method, path, parameters, success } = operation
    app.route({
      method,
      url: V1_PREFIX + path.replaceAll(/\{(\w+)\}/g, ':$1'),
      schema: { querystring: parameters.query, response: { [success.status]: success.schema } },
      handler: request => run(context, { ...(request.params as object), ...(request.query as object) }),
    })
  }
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    url,
    async close() {
      await app.close()
      await pool.end()
    },
  }
}
