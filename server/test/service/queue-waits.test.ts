/** How long a queue has waited, which is the wait of its oldest entry even if the queue is longer than what is counted. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Statement } from '#server/db/statement.ts'
import { listMailQueues, listQueues } from '#server/observe/load.ts'
import { storeSample } from '../contract/sample.ts'
import { type Organization, useWorld } from '../world.ts'

type Queue = { queue: string; due: number; oldest_seconds: number }

const COUNTED = 2
/** When the entries of a queue were due, in seconds before now. The oldest one is stored last. */
const DUE = [100, 200, 300, 4_000]

const world = useWorld({ own: true })

test('the oldest message is found behind more than are counted, in another channel and organization', async () => {
  const [first, second] = [await world.organization(), await world.organization()]
  await addMessages(first, 'EMAIL', DUE.slice(0, 3))
  assert.deepEqual(await figures(listQueues, 'messages'), { due: COUNTED, oldest: 300 })
  await addMessages(second, 'SMS', DUE.slice(3))
  assert.deepEqual(await figures(listQueues, 'messages'), { due: COUNTED, oldest: 4_000 })
})

test('the oldest invitation is found behind more than are counted', async () => {
  const organization = await world.organization()
  for (const [index, seconds] of DUE.entries()) {
    const dueAt = new Date(world.clock.now() - seconds * 1_000)
    await world.sql(
      `insert into console.invitations (organization_id, id, email, role, token_sha256, invited_by, created_at, expires_at, root_key_id, link_origin, next_attempt_at)
       values ($1, gen_random_uuid(), $2, 'VIEWER', sha256($2::text::bytea), 'operator', $3, $3::timestamptz + interval '7 days', 'local', 'https://pm.example.com', $3)`,
      [organization.id, `invited-${index}@example.com`, dueAt],
    )
  }
  assert.deepEqual(await figures(listMailQueues, 'invitations'), { due: COUNTED, oldest: 4_000 })
})

async function addMessages(
  organization: Organization,
  channel: 'EMAIL' | 'SMS',
  due: readonly number[],
): Promise<void> {
  const { resident } = await storeSample(organization)
  const subject = channel === 'EMAIL' ? 'Water' : null
  for (const [index, seconds] of due.entries()) {
    await world.sql(
      `insert into messages (organization_id, id, resident_id, channel, recipient, subject, body, status, is_captured, next_attempt_at)
       values ($1, $2, $3, $4, 'dana@example.com', $5, 'Water', 'QUEUED', false, $6)`,
      [organization.id, `msg_${index}`, resident.id, channel, subject, new Date(world.clock.now() - seconds * 1_000)],
    )
  }
}

async function figures(statement: Statement<Queue>, queue: string): Promise<{ due: number; oldest: number }> {
  const rows = await world.sql<Queue>(statement.text, [new Date(world.clock.now()), COUNTED])
  const found = rows.find(row => row.queue === queue)
  assert.ok(found)
  return { due: found.due, oldest: Math.round(found.oldest_seconds) }
}
