/** The text of a key exists only with the person it was issued to, and nowhere else: not in the database, and not in any output. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idFromUuid } from '#server/base/ids.ts'
import { makeSecret } from '#server/platform/api-keys/secret.ts'
import { useWorld } from '../world.ts'
import { connectionString, gatehouse, openSocket, serve } from './processes.ts'

const world = useWorld({ own: true })
test('whatever is done with keys, no table and no output contains one afterward', async () => {
  const settings = { DATABASE_URL: connectionString(world.database.connection), GATEHOUSE_ENV: 'production' }
  const org = await world.organization()
  const id = idFromUuid('organization', org.id)
  await using server = await serve(settings)

  const create = ['key', 'create', '--org', id, '--name', 'x', '--scopes', 'properties:read', '--json']
  const created = await gatehouse(create, settings)
  const { key_id: keyId, api_key: first } = JSON.parse(created.stdout)
  const rotated = await gatehouse(['key', 'rotate', keyId, '--json'], settings)
  const { api_key: second } = JSON.parse(rotated.stdout)
  const unknown = makeSecret(false)
  const mistyped = `${unknown.slice(0, -1)}!`
  const secrets = [org.key, first, second, unknown, mistyped]
  const call = (path: string, init: RequestInit) => fetch(`${server.url}${path}`, init).then(reply => reply.text())
  const replies: string[] = []
  for (const secret of secrets) {
    const headers = { 'x-api-key': secret }
    replies.push(
      await call('/api/v1/listings', { headers }),
      await call('/api/v1/residents', { headers }),
      await call(`/api/v1/listings?api_key=${secret}`, { headers }),
      await call('/api/v1/nowhere', { headers: { ...headers, authorization: `Bearer ${secret}` } }),
      await call('/api/v1/listings', { method: 'POST', headers, body: `{"api_key":"${secret}"` }),
      await call('/metrics', { headers }),
    )
  }
  const socket = await openSocket(server.url)
  socket.end(`GET /api/v1/listings HTTP/1.1\r\nx-api-key: ${org.key}\r\nbroken header\r\n\r\n`)
  await world.sql('alter table units rename to units_away')
  replies.push(await call('/api/v1/listings', { headers: { 'x-api-key': org.key } }))
  await world.sql('alter table units_away rename to units')
  const listed = await gatehouse(['key', 'list', '--org', id], settings)
  const revoked = await gatehouse(['key', 'revoke', keyId], settings)
  server.signal('SIGTERM')
  const { stdout, stderr } = await server.ended
  assert.match(stderr, /request failed/, 'the error of the server is in its log')

  const outputs = { stdout, stderr, replies: replies.join(), created: created.stderr, rotated: rotated.stderr }
  const everything = { ...outputs, listed: listed.stdout + listed.stderr, revoked: revoked.stdout + revoked.stderr }
  for (const secret of secrets) {
    const telling = secret.slice('pm_live_'.length + 8, -4)
    for (const [where, text] of Object.entries(everything)) assert.ok(!text.includes(telling), `${where} holds a key`)
    assert.deepEqual(await tablesWith(telling), [])
  }
})

/** The tables of every schema of ours with a row whose text contains `text`. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await world.sql(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  assert.ok(tables.length > 10)
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await world.sql(`select from ${name} t where strpos(t::text, $1) > 0 limit 1`, [text])
    if (rows.length > 0) found.push(name)
  }
  return found
}
