/**
 * Baseline with the same SQL: the service's statements, schemas and replies, served by a handwritten Fastify server and a `pg` Pool. No keys, quota,
 * audit or second tenancy lock: it connects as a superuser, to whom no policy applies. The extra time the service takes is the cost of its pipeline.
 */
import Fastify from 'fastify'
import type { Operation } from '#contract/operation.ts'
import { V1_PREFIX, v1 } from '#contract/v1.ts'
import { v1Implementations } from '#server/domain/v1.ts'
import type { Context } from '#server/platform/context.ts'
import { openContext } from './pooled-context.ts'
import type { Place } from './setup.ts'

type Implementation = (context: Context, input: unknown) => Promise<unknown>

export async function serveBare(place: Place): Promise<{ url: string; close(): Promise<void> }> {
  const { context, close } = openContext(place)
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
      await close()
    },
  }
}
