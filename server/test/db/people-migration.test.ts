/** How the migration to verified addresses treats the people who were there before, even if row-level security applies to the owner. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPastDatabase } from './past-database.ts'

const LIVE = '00000000-0000-7000-8000-000000000001'
const SANDBOX = '00000000-0000-7000-8000-000000000002'
const ALONE = '00000000-0000-7000-8000-000000000003'

test('accounts stay verified, and a sandbox keeps no members or open invitations of its own', async () => {
  await using past = await openPastDatabase()
  const { client } = past
  await past.migrateUntil('0015')
  await client.query(`
    insert into organizations (id, name, plan, time_zone, is_sandbox, sandbox_of) values
      ('${LIVE}', 'Live', 'ENTERPRISE', 'UTC', false, null), ('${SANDBOX}', 'Sandbox', 'ENTERPRISE', 'UTC', true, '${LIVE}'),
      ('${ALONE}', 'Alone', 'ENTERPRISE', 'UTC', true, null);
    insert into console.users (id, email, name, email_verified) values ('usr_1', 'a@example.com', 'A', true), ('usr_2', 'b@example.com', 'B', false);
    insert into console.members (organization_id, user_id, role) values
      ('${LIVE}', 'usr_1', 'OWNER'), ('${SANDBOX}', 'usr_1', 'OWNER'), ('${SANDBOX}', 'usr_2', 'ADMIN'), ('${ALONE}', 'usr_2', 'OWNER');
    insert into console.invitations (organization_id, id, email, role, token_sha256, invited_by, created_at, expires_at)
    select id::uuid, 'invt_' || id, 'c@example.com', 'VIEWER', sha256(id::bytea), 'a@example.com', now(), now() + interval '7 days'
      from unnest(array['${LIVE}', '${SANDBOX}']) id`)
  await past.migrateUntil()
  const rows = async (sql: string) => (await client.query({ text: sql, rowMode: 'array' })).rows
  assert.deepEqual(await rows('select organization_id, user_id from console.members order by 1, 2'), [
    [LIVE, 'usr_1'],
    [ALONE, 'usr_2'],
  ])
  assert.deepEqual(await rows('select id, email_verified, confined_to from console.users order by id'), [
    ['usr_1', true, null],
    ['usr_2', true, null],
  ])
  assert.deepEqual(await rows('select organization_id from console.invitations where withdrawn_at is null'), [[LIVE]])
})
