/**
 * SQL of the reports. `$1` is the organization. A report of a day takes `$2` the day and `$3` a property or null; one of a period takes `$2` its
 * first day, `$3` its last and `$4` a property or null. Every amount of money is a sum of ledger entries by their effective day, so later events do
 * not change it. Names and the contact data of residents are the current ones.
 */
import { statement } from '#server/db/statement.ts'
import { IS_AGREED, IS_IN_FORCE, primaryResidentOf } from '../leases/columns.ts'
import { agesOf } from '../ledger/aging.ts'
import { balanceOn } from '../ledger/balance.ts'
import { cashOf } from '../ledger/conditions.ts'
import { isInGroup } from '../units/groups.ts'
import { statusOn } from '../units/on-day.ts'
import { placeName } from '../units/place-name.ts'

export type ReportRow = { [column: string]: string | number | null }

/** Leases `l` with their money on the day, as `ledger`, and their property and unit. */
const LEASES = `
     from leases l
     ${balanceOn('l.id', '$2')}
     join properties p on p.organization_id = $1 and p.id = l.property_id
     join units u on u.organization_id = $1 and u.id = l.unit_id
     ${primaryResidentOf('l.id')}
     left join lateral (select on_day.unit_id, on_day.status, on_day.lease_id from ${statusOn('l.unit_id')} offset 0) on_day on true`

const OF_PROPERTY = 'l.organization_id = $1 and ($3::text is null or l.property_id = $3)'

/** What the rent roll of the day says of the lease `l`: the row of its unit, a future resident, or neither, with the reason. */
const RESIDENCY = `case
            when on_day.lease_id = l.id then on_day.status
            when ${IS_IN_FORCE} and ${IS_AGREED} then 'FUTURE'
            when l.cancelled_on <= $2::date then 'CANCELLED'
            when ${IS_AGREED} or l.stage = 'SIGNED' and l.move_out_date < $2::date then 'PAST'
            else 'NOT_SIGNED'
          end as status`

/** The open amounts by due date: an entry of an invoice carries its due date, even if the entry applies a payment to the invoice or voids it. */
const OPEN_BY_DUE_DATE = `
       select e.due_on, sum(e.amount_cents) as cents
         from ledger_entries e
        where e.organization_id = $1 and e.lease_id = l.id and e.account = 'RECEIVABLE' and e.effective_on <= $2::date
        group by e.due_on`

/**
 * The payments that the lease made by the day and that still count on it, each with its own day: applying its credit, refunding a part of it or
 * reversing it posts entries on later days. A withheld deposit and an opening credit are not money that was received.
 */
const RECEIVED = `
       select min(e.effective_on) as on_day
         from ledger_entries e
        where e.organization_id = $1 and e.lease_id = l.id and e.payment_id is not null and e.effective_on <= $2::date
        group by e.payment_id
       having sum(e.amount_cents) filter (where e.account = 'RECEIVABLE') < 0
          and not bool_or(e.code = 'OPENING_BALANCE' or e.account = 'DEPOSIT' and e.invoice_id is null)`

export const listReceivables = statement<ReportRow>(
  'report_receivables',
  `select l.id, coalesce(primary_resident.full_name, 'No resident') as resident, ${placeName()} as unit, ${RESIDENCY},
          aged.not_due, aged.days_30, aged.days_60, aged.days_90, aged.older, aged.credit, ledger.balance_cents as balance
     ${LEASES}
     cross join lateral (
       select ${agesOf('')}, coalesce(sum(open.cents) filter (where open.due_on is null), 0)::bigint as credit
         from (${OPEN_BY_DUE_DATE}) open
     ) aged
    where ${OF_PROPERTY} and ledger.balance_cents <> 0
    order by p.name, u.label, l.start_date, l.id`,
)

export const listDelinquency = statement<ReportRow>(
  'report_delinquency',
  `select l.id, coalesce(primary_resident.full_name, 'No resident') as resident, ${placeName()} as unit, ${RESIDENCY}, contact.phone,
          contact.email, oldest.due_on::text as oldest_due, paid.last_on::text as last_payment, ledger.balance_cents as balance,
          ledger.past_due_cents as past_due
     ${LEASES}
     left join lateral (
       select r.phone, r.email
         from lease_residents lr
         join residents r on r.organization_id = $1 and r.id = lr.resident_id
        where lr.organization_id = $1 and lr.lease_id = l.id and lr.is_primary
     ) contact on true
     cross join lateral (
       select min(open.due_on) as due_on from (${OPEN_BY_DUE_DATE}) open where open.cents > 0 and open.due_on < $2::date
     ) oldest
     cross join lateral (
       select max(received.on_day) as last_on from (${RECEIVED}) received
     ) paid
    where ${OF_PROPERTY} and ledger.past_due_cents > 0
    order by ledger.past_due_cents desc, l.id`,
)

export const listDeposits = statement<ReportRow>(
  'report_deposits',
  `select l.id, coalesce(primary_resident.full_name, 'No resident') as resident, ${placeName()} as unit, ${RESIDENCY},
          l.start_date::text as lease_from, ledger.deposit_cents as deposit
     ${LEASES}
    where ${OF_PROPERTY} and ledger.deposit_cents <> 0
    order by p.name, u.label, l.start_date, l.id`,
)

/**
 * Whether an entry belongs to the property, if one is given. Joining leases and units for this took two thirds of the time over 50,000 units. An array,
 * unlike `in (select …)`, is looked up in the index by lease, so that the report of one property reads only its own entries.
 */
const OF_LEASES =
  '($4::text is null or e.lease_id = any(array(select l.id from leases l where l.organization_id = $1 and l.property_id = $4)))'

/** The income of the period. Deposits are liabilities and opening balances are income of an earlier time, so neither is included. */
export const listIncome = statement<ReportRow>(
  'report_income',
  `select null as id, e.code, count(*)::int as lines, sum(e.amount_cents)::bigint as charged
     from ledger_entries e
    where e.organization_id = $1 and e.account = 'RECEIVABLE' and e.payment_id is null and ${OF_LEASES}
      and e.code not in ('DEPOSIT', 'OPENING_BALANCE', 'PAYMENT', 'REFUND') and e.effective_on between $2::date and $3::date
    group by e.code
    order by charged desc, e.code`,
)

/**
 * The months whose last day is within a span of days, given as the first of them and the one after them, so that sums by both are a handful of
 * rows. The month of `$3` ends on that day.
 */
const counted = (from: string, to: string) => `date_trunc('month', ${from}::timestamp)::date as since,
                case when ${to} >= $3::date then 'infinity' else date_trunc('month', (${to} + 1)::timestamp)::date end as until`

const IN_MONTH = 'month.first_day >= counted.since and month.first_day < counted.until'

/** The payments that are prepaid opening balances, read from an index that has only these. */
const OPENING_CREDITS = `
                select opening.payment_id
                  from ledger_entries opening
                 where opening.organization_id = $1 and opening.code = 'OPENING_BALANCE' and opening.payment_id is not null`

/**
 * A month's units and occupancy are those of its last day, or of `$3` if that is earlier. What is charged leaves out deposits; what is collected is
 * the money received less the money paid back, each on its day: refunds, reversals and returned deposits. Both begin on `$2`. Spans and rates are read
 * once for all months: a lookup of the rate of every vacant unit in every month read 401,191 buffers over 50,000 units.
 */
export const listMonths = statement<ReportRow>(
  'report_months',
  `with month as materialized (
     select first_day::date as first_day, least((first_day + interval '1 month' - interval '1 day')::date, $3::date) as last_day
       from generate_series(date_trunc('month', $2::date::timestamp), $3::date::timestamp, interval '1 month') first_day
   ),
   moved as materialized (
     select date_trunc('month', e.effective_on::timestamp)::date as first_day,
            sum(e.amount_cents) filter (
              where e.account = 'RECEIVABLE' and e.payment_id is null and e.code not in ('DEPOSIT', 'OPENING_BALANCE', 'PAYMENT', 'REFUND')
            ) as charged,
            sum(${cashOf(`e.payment_id in (${OPENING_CREDITS})`)}) as collected
       from ledger_entries e
      where e.organization_id = $1 and ${OF_LEASES}
        and e.effective_on between $2::date and $3::date
      group by 1
   ),
   span as materialized (
     select s.unit_id, s.status, s.from_day, s.to_day
       from units u
       join unit_status_spans s on s.organization_id = $1 and s.unit_id = u.id
      where u.organization_id = $1 and ($4::text is null or u.property_id = $4)
        and s.from_day <= $3::date and s.to_day >= date_trunc('month', $2::date::timestamp)::date
   ),
   held as (
     select month.first_day, sum(counted.units)::int as units, sum(counted.occupied)::int as occupied, sum(counted.rentable)::int as rentable
       from month
       join (
         select ${counted('span.from_day', 'span.to_day')}, count(*) as units,
                count(*) filter (where ${isInGroup('span.status', 'OCCUPIED')}) as occupied,
                count(*) filter (where span.status <> 'OFFLINE') as rentable
           from span
          group by 1, 2
       ) counted on ${IN_MONTH}
      group by 1
   ),
   rate as (
     select r.unit_id, r.market_rent_cents, r.effective_from,
            lead(r.effective_from) over (partition by r.unit_id order by r.effective_from) - 1 as effective_to
       from units u
       join unit_rates r on r.organization_id = $1 and r.unit_id = u.id
      where u.organization_id = $1 and ($4::text is null or u.property_id = $4) and r.effective_from <= $3::date
   ),
   lost as (
     select month.first_day, sum(counted.cents) as vacancy_loss
       from month
       join (
         select ${counted('greatest(span.from_day, rate.effective_from)', 'least(span.to_day, rate.effective_to)')},
                sum(rate.market_rent_cents) as cents
           from span
           join rate on rate.unit_id = span.unit_id and rate.effective_from <= span.to_day and coalesce(rate.effective_to, 'infinity') >= span.from_day
          where ${isInGroup('span.status', 'VACANT')}
          group by 1, 2
       ) counted on ${IN_MONTH}
      group by 1
   )
   select null as id, to_char(month.first_day, 'YYYY-MM') as month, coalesce(held.units, 0) as units,
          coalesce(held.units - held.rentable, 0) as offline, coalesce(held.occupied, 0) as occupied,
          case when held.rentable > 0 then round(100.0 * held.occupied / held.rentable, 2)::float8 end as occupancy,
          coalesce(lost.vacancy_loss, 0)::bigint as vacancy_loss, coalesce(moved.charged, 0)::bigint as charged,
          coalesce(moved.collected, 0)::bigint as collected
     from month
     left join held on held.first_day = month.first_day
     left join lost on lost.first_day = month.first_day
     left join moved on moved.first_day = month.first_day
    order by month.first_day`,
)

/** What was reported and what was completed in the period by each vendor, with its cost. `$5` is the organization's time zone. */
export const listVendors = statement<ReportRow>(
  'report_vendors',
  `select null as id, coalesce(w.vendor_name, 'No vendor') as vendor,
          count(*) filter (where w.created_at >= period.since and w.created_at < period.until)::int as reported,
          count(*) filter (where w.completed_at >= period.since and w.completed_at < period.until)::int as completed,
          round(extract(epoch from avg(w.completed_at - w.created_at) filter (
            where w.completed_at >= period.since and w.completed_at < period.until
          )) / 86400, 1)::float8 as days,
          coalesce(sum(w.cost_cents) filter (where w.completed_at >= period.since and w.completed_at < period.until), 0)::bigint as cost
     from (select $2::date::timestamp at time zone $5::text as since, ($3::date + 1)::timestamp at time zone $5::text as until) period
     join work_orders w on w.organization_id = $1 and ($4::text is null or w.property_id = $4)
      and (w.created_at >= period.since and w.created_at < period.until or w.completed_at >= period.since and w.completed_at < period.until)
    group by w.vendor_name
    order by cost desc, w.vendor_name`,
)
