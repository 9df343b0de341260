/** Fills the ledger of a seeded organization as years of rent would. It uses SQL, because the benchmark measures the sums and not the writing. */
import pg from 'pg'
import { clientConfig } from '#server/db/session.ts'
import type { Setup } from '../reads/setup.ts'

/** Adds months of entries to each signed lease until it has about `entries`; returns how many entries there are in all. */
export async function fillBooks({ connection, organizationId, today }: Setup, entries: number): Promise<number> {
  const owner = new pg.Client(clientConfig(connection))
  await owner.connect()
  try {
    // Triggers and foreign keys are off, because they would take ten times as long.
    await owner.query(`set session_replication_role = replica`)
    await owner.query(
      `insert into ledger_entries (organization_id, id, lease_id, direct_lease_id, account, code, amount_cents, effective_on, description)
       select l.organization_id, gen_random_uuid(), l.id, l.id, 'RECEIVABLE', case when turn % 2 = 0 then 'RENT' else 'PAYMENT' end,
              case when turn % 2 = 0 then 100000 else -100000 end,
              greatest(l.start_date, $2::date - 30 * (turn / 4)), 'Rent'
         from generate_series(1, $3::int) as turn
         join leases l on l.organization_id = $1 and l.stage = 'SIGNED' and l.start_date <= $2::date
        order by turn desc`,
      [organizationId, today, entries],
    )
    await owner.query('vacuum analyze ledger_entries')
    const { rows } = await owner.query('select count(*)::int as count from ledger_entries')
    return rows[0].count
  } finally {
    await owner.end()
  }
}
