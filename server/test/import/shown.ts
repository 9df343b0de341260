/**
 * Shows everything that an import stored, in the form of the `.expected.txt` files next to the fixtures: units, statuses, residents, charges,
 * deposits by kind, balances and dates. What the rent roll of the day states comes from the API, and the rest from the tables.
 */
import type { Organization, World } from '../world.ts'
import { type FutureResident, type RentRollLine, rentRollOn } from './rent-roll-on.ts'

type Charge = { code: string; description: string; cents: number }
type StoredLease = {
  id: string
  property: string
  code: string | null
  unit: string
  from: string
  to: string | null
  moved_in: string | null
  out: string | null
  names: string[]
  charges: Charge[]
  deposits: { kind: string; cents: number }[]
  owes: number
  agreed: number | null
  renewal: string | null
  renewal_to: string | null
  renewal_charges: Charge[]
}

const STORED = `
  select l.id, p.name as property, p.external_id as code, u.label as unit, l.start_date::text as "from", l.end_date::text as "to",
         l.move_in_date::text as moved_in, l.move_out_date::text as out,
         (select array_agg(concat_ws(' ', nullif(r.first_name, ''), r.last_name) order by m.is_primary desc, r.last_name, r.first_name)
            from lease_residents m join residents r on r.organization_id = m.organization_id and r.id = m.resident_id
           where m.organization_id = l.organization_id and m.lease_id = l.id) as names,
         coalesce((select jsonb_agg(jsonb_build_object('code', c.code, 'description', c.description, 'cents', c.amount_cents)
                                    order by c.code, c.description)
                     from lease_charges c
                    where c.organization_id = l.organization_id and c.lease_id = l.id
                      and c.effective_from < coalesce(n.starts_on, 'infinity')), '[]') as charges,
         coalesce((select jsonb_agg(jsonb_build_object('kind', replace(e.description, ' held when imported', ''), 'cents', e.amount_cents)
                                    order by e.description)
                     from ledger_entries e
                    where e.organization_id = l.organization_id and e.lease_id = l.id and e.account = 'DEPOSIT'), '[]') as deposits,
         coalesce((select sum(e.amount_cents)::float8 from ledger_entries e
                    where e.organization_id = l.organization_id and e.lease_id = l.id and e.account = 'RECEIVABLE'), 0) as owes,
         l.security_deposit_cents::int as agreed, n.starts_on::text as renewal, l.end_date::text as renewal_to,
         coalesce((select jsonb_agg(jsonb_build_object('code', c.code, 'description', c.description, 'cents', c.amount_cents)
                                    order by c.code, c.description)
                     from lease_charges c
                    where c.organization_id = l.organization_id and c.lease_id = l.id
                      and c.effective_from <= n.starts_on and coalesce(c.effective_to, 'infinity') >= n.starts_on), '[]') as renewal_charges
    from leases l
    join units u on u.organization_id = l.organization_id and u.id = l.unit_id
    join properties p on p.organization_id = u.organization_id and p.id = u.property_id
    left join lease_renewals n on n.organization_id = l.organization_id and n.lease_id = l.id and n.starts_on > $2
   where l.organization_id = $1
   order by p.name, u.label, l.start_date`

/** Shows what the organization has on this day: each unit on a line, and each of its leases on a line below it. */
export async function shownOn(world: World, organization: Organization, day: string): Promise<string[]> {
  const roll = await rentRollOn(world, organization, day)
  const leases = await world.sql<StoredLease>(STORED, [organization.id, day])
  const shown = roll.rows.map(row => {
    const ofUnit = leases.filter(({ property, unit }) => property === row.property_name && unit === row.unit_label)
    const next = roll.future_residents.filter(
      each => each.property_name === row.property_name && each.unit_label === row.unit_label,
    )
    return [unitLine(row), ...ofUnit.flatMap(lease => leaseLines(lease, row, next))].join('\n')
  })
  return shown.sort()
}

const dollars = (cents: number) => String(cents / 100)
const named = (label: string, value: string | null) => (value === null ? [] : [`${label} ${value}`])

function unitLine(row: RentRollLine): string {
  const facts = [
    ...(row.unit_type === null ? [] : [row.unit_type]),
    ...(row.sqft === null ? [] : [`${row.sqft} sq ft`]),
    ...(row.bedrooms === null ? [] : [`${row.bedrooms} bed`]),
    ...(row.bathrooms === null ? [] : [`${row.bathrooms} bath`]),
    ...(row.market_rent_cents === 0 ? [] : [`market ${dollars(row.market_rent_cents)}`]),
  ]
  return [`${row.property_name} / ${row.unit_label}: ${row.status}`, ...facts].join(', ')
}

function leaseLines(
  lease: StoredLease & { lease_id?: string },
  row: RentRollLine & { lease_id?: string | null },
  next: readonly (FutureResident & { lease_id?: string })[],
): string[] {
  const { renewal, renewal_to, renewal_charges } = lease
  const future = next.find(({ lease_id }) => lease_id === lease.id)
  const [kind, parts] =
    row.lease_id === lease.id
      ? ['now', presentParts(lease, row)]
      : future
        ? ['next', futureParts(lease, future)]
        : ['before', storedParts(lease)]
  const renewed = `  renewed ${renewal} to ${renewal_to ?? 'open'}: ${chargesOf(renewal_charges)}`
  return [`  ${kind} ${parts.join('; ')}`, ...(renewal === null ? [] : [renewed])]
}

function presentParts(lease: StoredLease, row: RentRollLine): string[] {
  const residents = [row.resident_name, ...row.additional_residents].join(' & ')
  const charges = row.charges
    .map(({ code, amount_cents }) => `${code} ${dollars(amount_cents)}`)
    .sort()
    .join(', ')
  return [
    `${row.lease_from} to ${row.lease_to ?? 'open'}: ${residents}`,
    ...named('in', row.move_in),
    ...named('out', row.move_out),
    ...named('notice', row.notice_date),
    `${charges || 'no charge'}${wordsOf(lease.charges)}`,
    depositsOf(lease, row.deposit_cents),
    `owes ${dollars(row.balance_cents)}`,
  ]
}

function futureParts(lease: StoredLease, row: FutureResident): string[] {
  return [
    `${row.lease_from} to ${row.lease_to ?? 'open'}: ${lease.names.join(' & ')}`,
    ...named('in', row.move_in),
    chargesOf(lease.charges),
    depositsOf(lease, row.deposit_cents),
    `owes ${dollars(row.balance_cents)}`,
  ]
}

function storedParts(lease: StoredLease): string[] {
  return [
    `${lease.from} to ${lease.to ?? 'open'}: ${lease.names.join(' & ')}`,
    ...named('in', lease.moved_in),
    ...named('out', lease.out),
    chargesOf(lease.charges),
    depositsOf(lease),
    `owes ${dollars(lease.owes)}`,
  ]
}

/** Shows the sums by code, with the words of the file: `RENT 1180, UTILITY 12 (trash 12)`. */
function chargesOf(charges: readonly Charge[]): string {
  const sums = new Map<string, number>()
  for (const { code, cents } of charges) sums.set(code, (sums.get(code) ?? 0) + cents)
  const shown = [...sums]
    .map(([code, cents]) => `${code} ${dollars(cents)}`)
    .sort()
    .join(', ')
  return `${shown || 'no charge'}${wordsOf(charges)}`
}

function wordsOf(charges: readonly Charge[]): string {
  const words = charges
    .filter(({ code }) => code !== 'RENT')
    .map(({ description, cents }) => `${description} ${dollars(cents)}`)
    .sort()
  return words.length === 0 ? '' : ` (${words.join(', ')})`
}

function depositsOf({ deposits, agreed }: StoredLease, total?: number): string {
  const sum = deposits.reduce((all, { cents }) => all + cents, 0)
  const isWrong = total !== undefined && total !== sum
  const kinds = deposits.map(({ kind, cents }) => `${kind} ${dollars(cents)}`).join(', ')
  return `holds ${deposits.length === 0 ? 0 : kinds}${isWrong ? ` (the rent roll says ${dollars(total)})` : ''}${agreed === null ? '' : `, agreed ${dollars(agreed)}`}`
}
