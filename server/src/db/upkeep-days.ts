/** The days on which upkeep ran, which show whether the clock of the database can be trusted to say what is past retention. */
import type pg from 'pg'
import { onlyRow } from './only-row.ts'

/** In each of as many weeks, today's included, upkeep must have run. */
const WEEKS = 4

/**
 * Records that upkeep runs today, and resolves with whether it ran in each of the last weeks. If not, either nobody ran it for more than a week, or
 * the clock has leapt ahead and makes recent rows look old. Days that have not come yet are those of a clock that was ahead and has been set right.
 */
export async function hasRunForWeeks(client: pg.ClientBase, nowMs: number): Promise<boolean> {
  const today = new Date(nowMs).toISOString().slice(0, 10)
  await client.query('delete from upkeep_days where day > $1', [today])
  await client.query('insert into upkeep_days (day) values ($1) on conflict do nothing', [today])
  const { rows } = await client.query<{ weeks: number }>(
    'select count(distinct ($1::date - day) / 7)::int as weeks from upkeep_days where day > $1::date - $2::int',
    [today, WEEKS * 7],
  )
  return onlyRow(rows).weeks === WEEKS
}
