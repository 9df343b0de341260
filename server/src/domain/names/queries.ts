/** SQL of the names of records. `$1` is the organization, `$2` the IDs. */
import { lookup } from '#server/db/lookup.ts'
import { statement } from '#server/db/statement.ts'
import { primaryResidentOf } from '../leases/columns.ts'
import { placeName } from '../units/place-name.ts'

/**
 * Selects what `name` shows of those of the records `$2` that are in the table; `joins` is what a name needs next to the row `named`. Most IDs are of
 * another table, so each table is read for all of them at once: looking up 11 times as many took twice as long.
 */
const named = (table: string, name: string, joins = '') => `select named.id, ${name} as name
     from ${table} named
     ${joins}
    where named.organization_id = $1 and named.id = any($2::text[])`

const PLACE = lookup('properties', 'named.property_id', 'p')
const HOME = lookup('units', 'named.unit_id', 'u')

export const findNames = statement<{ id: string; name: string }>(
  'find_names',
  `${[
    named('owners', 'named.name'),
    named('portfolios', 'named.name'),
    named('properties', 'named.name'),
    named('units', placeName('named.label'), PLACE),
    named('residents', 'named.full_name'),
    named(
      'leases',
      `coalesce(primary_resident.full_name || ', ', '') || ${placeName()}`,
      `${PLACE} ${HOME} ${primaryResidentOf('named.id')}`,
    ),
    named('invoices', "'#' || named.number"),
    named('payments', "'Payment of $' || to_char(named.amount_cents / 100.0, 'FM999,999,999,999,990.00')"),
    named('work_orders', "'#' || named.number || ' ' || named.title"),
    named('vendors', 'named.name'),
    named('leads', "trim(named.first_name || ' ' || named.last_name)"),
  ].join('\n    union all\n   ')}
    order by 1`,
)

/** The names of API keys, which act but are not records: they have no notes and no timeline. */
export const findKeyNames = statement<{ id: string; name: string }>(
  'find_key_names',
  'select k.id, k.name from api_keys k where k.organization_id = $1 and k.id = any($2::text[])',
)
