/** Webhook subscriptions: their secrets are stored nowhere, not even in the reply that is kept for a replay, and their number is limited. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { type Organization, type Reply, useWorld } from '../world.ts'

const TARGET = 'http://127.0.0.1:9/hooks'

const world = useWorld()
let org: Organization
beforeEach(async () => {
  org = await world.organization()
})

const call = (method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Reply> =>
  world.call(path, { key: org.key, method, headers, ...(body && { body: JSON.stringify(body) }) })

test('a replayed creation shows the same secret, which is stored nowhere', async () => {
  const body = { event: 'ticket.created', target_url: TARGET }
  const headers = { 'idempotency-key': 'subscribe-once' }
  const first = await call('POST', '/webhooks', body, headers)
  const replayed = await call('POST', '/webhooks', body, headers)
  assert.equal(replayed.headers.get('idempotent-replayed'), 'true')
  assert.equal(replayed.text, first.text)
  const secret = first.body.secret as string
  const id = first.body.id as string
  await call('POST', `/webhooks/${id}/rotate-secret`)
  assert.equal((await call('POST', '/webhooks', body, headers)).text, first.text)
  await call('DELETE', `/webhooks/${id}`)
  assert.equal((await call('POST', '/webhooks', body, headers)).text, first.text)
  const tables = await world.sql<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema in ('public', 'audit') and table_type = 'BASE TABLE'`,
  )
  const bytes = secret.slice('whsec_'.length)
  const hex = Buffer.from(bytes, 'base64').toString('hex')
  for (const { name } of tables) {
    const [found] = await world.sql(
      `select count(*)::int as count from ${name} t where t::text like '%' || $1 || '%' or t::text like '%' || $2 || '%'`,
      [bytes.slice(0, 20), hex.slice(0, 24)],
    )
    assert.equal(found?.count, 0, name)
  }
})

test('an organization has at most a hundred subscriptions, even when they are created at the same time', async () => {
  const body = { event: 'ticket.created', target_url: TARGET }
  const replies = await Promise.all(Array.from({ length: 110 }, () => call('POST', '/webhooks', body)))
  assert.equal(replies.filter(({ status }) => status === 201).length, 100)
  assert.equal(replies.filter(({ status }) => status === 409).length, 10)
})
