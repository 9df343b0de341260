/**
 * The plain baseline: what a good engineer would write by hand for the same replies, over tables that hold what is true today in columns.
 *
 * The server looks the key up by its hash, checks parameters and serializes replies by schema, pages by limit and offset, and counts by `count(*)`,
 * all by named statements over a `pg` Pool. The server has no quota, writes no audit line, does not confine connections to an organization, accepts
 * no synonyms for a priority, and can answer only for today.
 */
import { createHash } from 'node:crypto'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import pg from 'pg'
import type { Operation } from '#contract/operation.ts'
import { V1_PREFIX, v1 } from '#contract/v1.ts'
import { clientConfig } from '#server/db/session.ts'
import { POOL } from '../pooled-context.ts'
import type { Place } from '../setup.ts'
import { lists, type PlainList } from './lists.ts'
import { type Query, records } from './records.ts'

type Filters = Record<string, string | undefined>

export async function servePlain({ connection, today }: Place): Promise<{ url: string; close(): Promise<void> }> {
  // The page cost that is usual if tables are in memory or on an SSD.
  const pool = new pg.Pool({ ...clientConfig(connection), ...POOL, options: '-c random_page_cost=1.1' })
  // PostgreSQL may send a last error to a connection that is just being closed.
  pool.on('error', () => {})
  const query: Query = async (name, text, values) => (await pool.query({ name, text, values })).rows
  const app = Fastify()

  function get(name: string, answer: (organizationId: string, request: FastifyRequest) => Promise<unknown>): void {
    const { path, parameters, success } = v1[name as keyof typeof v1] as Operation
    app.get(
      V1_PREFIX + path.replaceAll(/\{(\w+)\}/g, ':$1'),
      { schema: { querystring: parameters.query, response: { [success.status]: success.schema } } },
      async (request, reply) => {
        const organizationId = await findOrganization(query, request)
        if (organizationId === undefined) return refuse(reply, 401, 'There is no such key.')
        return (await answer(organizationId, request)) ?? refuse(reply, 404, 'There is no such record.')
      },
    )
  }

  for (const [name, list] of Object.entries<PlainList>(lists)) {
    get(name, (organizationId, request) => {
      const { limit, offset, ...filters } = request.query as Filters & { limit: number; offset: number }
      return readPage(query, { name, list, organizationId, filters: compared(name, filters, today), limit, offset })
    })
  }
  for (const [name, find] of Object.entries(records)) {
    get(name, (organizationId, request) => find(query, organizationId, (request.params as { id: string }).id, today))
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

async function findOrganization(query: Query, { headers }: FastifyRequest): Promise<string | undefined> {
  const hash = createHash('sha256').update(String(headers['x-api-key'])).digest()
  const [key] = await query<{ organization_id: string }>(
    'find_key',
    'select organization_id from plain.api_keys where secret_sha256 = $1',
    [hash],
  )
  return key?.organization_id
}

function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ message })
}

/** The filters as the tables need them: OVERDUE follows from today, ALL is no filter, and payments are the PAID ones unless changes are requested. */
function compared(name: string, { status, ...filters }: Filters, today: string): Filters {
  if (status === 'OVERDUE') return { ...filters, overdue: today }
  if (name !== 'listPayments') return { ...filters, status }
  const wanted = status ?? (filters.updated_since === undefined ? 'PAID' : 'ALL')
  return wanted === 'ALL' ? filters : { ...filters, status: wanted }
}

type PageQuery = {
  name: string
  list: PlainList
  organizationId: string
  filters: Filters
  limit: number
  offset: number
}

async function readPage(
  query: Query,
  { name, list, organizationId, filters, limit, offset }: PageQuery,
): Promise<object> {
  const given = Object.keys(list.filters).filter(filter => filters[filter] !== undefined)
  const values = [organizationId, ...given.map(filter => filters[filter])]
  const conditions = given.map((filter, index) => `(${list.filters[filter]?.replaceAll('?', `$${index + 2}`)})`)
  const matching = `from ${list.from} where ${[list.where, ...conditions].join(' and ')}`
  const page = `order by ${list.order} limit $${values.length + 1} offset $${values.length + 2}`
  const statement = [name, ...given].join('.')
  const [data, [counted]] = await Promise.all([
    query(statement, `select ${list.columns} ${matching} ${page}`, [...values, limit, offset]),
    query<{ total: number }>(`${statement}.total`, `select count(*)::int as total ${matching}`, values),
  ])
  const total = counted?.total ?? 0
  return { data, pagination: { total, limit, offset, hasMore: offset + data.length < total } }
}
