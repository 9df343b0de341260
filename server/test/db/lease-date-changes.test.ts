/** The migration that gives leases their past dates takes them from the administrative log and from renewals; a later one renames actions of the log. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPastDatabase } from './past-database.ts'

const ORGANIZATION = '00000000-0000-7000-8000-000000000001'

test('past days show the notices, move-outs and terms on file then, though the owner is not a superuser', async () => {
  await using past = await openPastDatabase()
  const { client } = past
  await past.migrateUntil('0017')
  await client.query(OLD_DATA)
  await past.migrateUntil()
  const { rows } = await client.query(
    `select day::date::text as day, on_day.status, dates.end_date::text, dates.move_out_date::text, dates.notice_given_on::text
       from generate_series('2026-03-01'::timestamp, '2026-03-30', '1 day') day
      join unit_status_spans on_day on on_day.from_day <= day::date and on_day.to_day >= day::date
      cross join lateral lease_dates_on('${ORGANIZATION}', on_day.lease_id, day::date) dates
      where day::date in ('2026-03-01', '2026-03-04', '2026-03-05', '2026-03-09', '2026-03-10', '2026-03-19', '2026-03-20')
      order by day`,
  )
  assert.deepEqual(
    rows.map(row => Object.values(row)),
    [
      ['2026-03-01', 'CURRENT', '2026-08-31', null, null],
      ['2026-03-04', 'NOTICE_UNRENTED', '2026-08-31', '2026-04-30', '2026-03-02'],
      ['2026-03-05', 'NOTICE_UNRENTED', '2026-08-31', '2026-05-15', '2026-03-02'],
      ['2026-03-09', 'NOTICE_UNRENTED', '2026-08-31', '2026-05-15', '2026-03-02'],
      ['2026-03-10', 'CURRENT', '2026-08-31', null, null],
      ['2026-03-19', 'CURRENT', '2026-08-31', null, null],
      ['2026-03-20', 'CURRENT', '2026-08-31', null, null],
    ],
  )
  const forced = await client.query(
    `select relname from pg_class where relforcerowsecurity
      and relname in ('organizations', 'administrative_log', 'leases', 'lease_renewals', 'lease_date_changes')`,
  )
  assert.equal(forced.rows.length, 5)
  const { rows: logged } = await client.query('select action from administrative_log order by occurred_at')
  assert.deepEqual(
    logged.map(({ action }) => action),
    ['lease.record_notice', 'lease.record_notice', 'lease.cancel_notice'],
  )
})

/** A notice of the 2nd of March, its move-out changed on the 5th, canceled on the 10th; a renewal of the 20th that begins in September. */
const OLD_DATA = `
  insert into organizations (id, name, plan, time_zone) values ('${ORGANIZATION}', 'Past', 'PRO', 'America/Chicago');
  insert into properties (organization_id, id, name, type, address_line, city, state, postal_code)
  values ('${ORGANIZATION}', 'prop_1', 'Oak', 'OTHER', '1 Oak St', 'Akron', 'OH', '44301');
  insert into units (organization_id, id, property_id, label, in_service_from) values ('${ORGANIZATION}', 'unit_1', 'prop_1', '1', '2020-01-01');
  insert into leases (organization_id, id, property_id, unit_id, stage, term_type, start_date, end_date, signed_at)
  values ('${ORGANIZATION}', 'lease_1', 'prop_1', 'unit_1', 'SIGNED', 'FIXED', '2025-09-01', '2027-08-31', '2025-08-12T18:00:00Z');
  insert into lease_renewals (organization_id, lease_id, starts_on, previous_end_date, previous_term_type, agreed_on)
  values ('${ORGANIZATION}', 'lease_1', '2026-09-01', '2026-08-31', 'FIXED', '2026-03-20');
  insert into administrative_log (organization_id, id, occurred_at, actor, action, subject, before, after)
  select '${ORGANIZATION}', gen_random_uuid(), t.at::timestamptz, 'test', t.action, 'lease_1',
         jsonb_build_object('term_type', 'FIXED', 'start_date', '2025-09-01', 'end_date', '2026-08-31') || t.before::jsonb, t.after::jsonb
    from (values
      ('2026-03-02T18:00:00Z', 'lease.give_notice', '{}', '{"notice_given_on": "2026-03-02", "move_out_date": "2026-04-30"}'),
      ('2026-03-05T18:00:00Z', 'lease.give_notice', '{"notice_given_on": "2026-03-02", "move_out_date": "2026-04-30"}',
       '{"notice_given_on": "2026-03-02", "move_out_date": "2026-05-15"}'),
      ('2026-03-11T04:00:00Z', 'lease.withdraw_notice', '{"notice_given_on": "2026-03-02", "move_out_date": "2026-05-15"}', '{}')
    ) as t (at, action, before, after);
`
