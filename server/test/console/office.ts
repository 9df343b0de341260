/** An organization with members in the console, and short names for what a test reads and does there. */
import assert from 'node:assert/strict'
import type { Organization, Reply, World } from '../world.ts'
import { signedIn } from './visitor.ts'

type Fields = Record<string, unknown>

export async function openOffice(world: World, organization?: Organization) {
  const org = organization ?? (await world.organization())
  const admin = await signedIn(world, org, 'ADMIN')
  const call = (method: string, path: string, body?: Fields): Promise<Reply> =>
    admin.call(admin.inside(path), { method, ...(body !== undefined && { body }) })
  const read = async (path: string): Promise<Reply['body']> => {
    const reply = await call('GET', path)
    assert.equal(reply.status, 200, reply.text)
    return reply.body
  }
  return {
    org,
    admin,
    call,
    read,
    /** Makes a write, which must succeed, and returns its reply. */
    async write(method: 'POST' | 'PATCH', path: string, body?: Fields): Promise<Fields> {
      const reply = await call(method, path, body)
      assert.ok(reply.status === 200 || reply.status === 201, reply.text)
      return reply.body
    },
    /** The rows of a list. */
    rows: async (path: string): Promise<Fields[]> => (await read(path)).data,
    /** The actions that the administrative log has on a record by this administrator. */
    async logged(subject: string): Promise<string[]> {
      const lines = await world.sql<{ action: string; actor: string }>(
        'select action, actor from administrative_log where organization_id = $1 and subject = $2 order by id',
        [org.id, subject],
      )
      return lines.filter(({ actor }) => actor === admin.email).map(({ action }) => action)
    },
  }
}

export type Office = Awaited<ReturnType<typeof openOffice>>

/**
 * Walks a list page by page: each row appears once, in one order, with the exact total on every page, even on one past the end.
 * Returns the IDs.
 */
export async function walk({ read }: Office, path: string, id: string): Promise<string[]> {
  const at = async (offset: number, limit = 3) =>
    read(`${path}${path.includes('?') ? '&' : '?'}limit=${limit}&offset=${offset}`)
  const whole = (await at(0, 100)).data.map(row => row[id] as string)
  assert.equal(new Set(whole).size, whole.length)
  const walked: string[] = []
  for (let offset = 0; offset < whole.length; offset += 3) {
    const { data, pagination } = await at(offset)
    assert.deepEqual(pagination, { total: whole.length, limit: 3, offset, hasMore: offset + 3 < whole.length })
    walked.push(...data.map(row => row[id] as string))
  }
  assert.deepEqual(walked, whole)
  const beyond = await at(whole.length + 5)
  assert.deepEqual([beyond.data, beyond.pagination.total, beyond.pagination.hasMore], [[], whole.length, false])
  return whole
}
