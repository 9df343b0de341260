/**
 * The baseline of writes: POST /work-orders on Fastify and a `pg` Pool, as one would write it by hand.
 *
 * A call checks the body against a JSON schema; in one transaction, statement after statement, it looks the place up, takes the number, and inserts
 * the work order, its event, the idempotency record with the reply, and the audit line; the reply is serialized by schema. A call does not look up
 * its key (a map holds the organization of each), has no quota, does not look for an earlier reply or a twin, does not lock the Idempotency-Key, does
 * not check the resident, does not accept enumerated values in any case, is not confined to an organization (it connects as the owner, to whom no
 * policy applies), does not start over after a deadlock, and has no time limit. Its SQL is written separately, so that it stays the same when the
 * service's statements change.
 */
import { createHash, randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'
import { v1 } from '#contract/v1.ts'
import { clientConfig } from '#server/db/session.ts'
import { PATH, type Setup } from './setup.ts'

const POOL_SIZE = 8

type Body = { property_id: string; unit_id: string; title: string; description?: string; priority?: string }

const SQL = {
  place: `select u.property_id from units u join properties p on p.organization_id = u.organization_id and p.id = u.property_id
           where u.organization_id = $1 and u.id = $2 and p.id = $3`,
  number: `insert into work_order_numbers (organization_id, last_number) values ($1, 1)
           on conflict (organization_id) do update set last_number = work_order_numbers.last_number + 1 returning last_number`,
  order: `insert into work_orders (organization_id, id, number, title, description, status, priority, category, source, property_id,
            unit_id, entry_permission)
          values ($1, $2, $3, $4, $5, 'NEW', $6, 'OTHER', 'API', $7, $8, 'CALL_FIRST')
          returning id as work_order_id, number, title, description, status, priority, category, source, property_id, unit_id, resident_id,
            vendor_name, entry_permission, entry_notes, has_pets, due_date, scheduled_start, scheduled_end, completed_at, cost_cents,
            external_id, created_at, updated_at`,
  event: `insert into events (organization_id, id, type, data, occurred_at) values ($1, $2, 'ticket.created', $3, $4)`,
  record: `insert into idempotency_records (organization_id, key_family, method, path, key, body_sha256, status, reply, created_at)
           values ($1, $2, 'POST', $3, $4, $5, 201, $6, $7)`,
  audit: `insert into audit.calls (organization_id, id, occurred_at, key_id, method, route, path, status, scope, caller_ip, user_agent,
            latency_ms, replayed)
          values ($1, $2, $3, $4, 'POST', $5, $5, 201, 'maintenance:write', $6, $7, $8, false)`,
}

export async function serveBare(setup: Setup): Promise<{ url: string; close(): Promise<void> }> {
  const pool = new pg.Pool({ ...clientConfig(setup.connection), max: POOL_SIZE })
  // PostgreSQL may send a last error to a connection that is just being closed.
  pool.on('error', () => {})
  const ownerOf = new Map(setup.organizations.flatMap(({ id, calls }) => calls.map(({ key }) => [key, id] as const)))
  const app = Fastify()
  const { body, success } = v1.createWorkOrder
  app.post<{ Body: Body }>(
    PATH,
    { schema: { body, response: { [success.status]: success.schema } } },
    async (request, reply) => {
      const { property_id, unit_id, title, description, priority } = request.body
      const apiKey = request.headers['x-api-key'] as string
      const organizationId = ownerOf.get(apiKey)
      const now = new Date()
      const client = await pool.connect()
      const run = async (name: keyof typeof SQL, values: unknown[]) =>
        (await client.query({ name, text: SQL[name], values })).rows
      try {
        await client.query('begin')
        const [place] = await run('place', [organizationId, unit_id, property_id])
        if (!place) throw new Error('There is no such place.')
        const [taken] = await run('number', [organizationId])
        const order = [title, description ?? null, priority ?? 'NORMAL', property_id, unit_id]
        const [created] = await run('order', [organizationId, `wo_${randomUUID()}`, taken.last_number, ...order])
        await run('event', [organizationId, randomUUID(), JSON.stringify({ work_order: created }), now])
        reply.code(success.status)
        const text = reply.serialize(created) as string
        const hash = createHash('sha256').update(JSON.stringify(request.body)).digest()
        await run('record', [organizationId, apiKey, PATH, request.headers['idempotency-key'], hash, text, now])
        const caller = [request.ip, request.headers['user-agent'] ?? null, reply.elapsedTime]
        await run('audit', [organizationId, randomUUID(), now, apiKey, PATH, ...caller])
        await client.query('commit')
        return reply.type('application/json; charset=utf-8').send(text)
      } catch (error) {
        await client.query('rollback')
        throw error
      } finally {
        client.release()
      }
    },
  )
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    url,
    async close() {
      await app.close()
      await pool.end()
    },
  }
}
