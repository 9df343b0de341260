/** A seeded organization in the database: everything that the generator made, exact to the cent, and nothing twice. */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { addDays, addMonths } from '#server/base/dates.ts'
import { statement } from '#server/db/statement.ts'
import { generatePortfolio } from '#server/seed/portfolio.ts'
import type { SeedLease } from '#server/seed/records.ts'
import { seedOrganization } from '#server/seed/seed-organization.ts'
import { repeats } from '../sizes.ts'
import { type Organization, useWorld } from '../world.ts'
import { ledgerPositionOn, owedByDocuments, pastDueOn, totalOf } from './money-of.ts'

const TODAY = '2026-03-15'

const world = useWorld()
const writerOf = (org: Organization) => {
  return { inTransaction: org.within, refreshStatistics: async () => void (await world.sql('analyze')) }
}

/** How many rows of money our own connection has changed and not yet reported to the statistics. */
const countChanged = statement<{ changed: number }>(
  'count_changed_money',
  `select (pg_stat_get_xact_tuples_updated('invoices'::regclass) + pg_stat_get_xact_tuples_updated('payments'::regclass))::int as changed`,
)

type Row = Record<string, unknown>
const rowsOf = <Shape extends Row>(org: Organization, text: string, ...values: unknown[]) =>
  world.sql<Shape>(text, [org.id, ...values])

/** Enough for properties of every kind. */
const MANY = repeats(200, 500)
for (const units of [1, 10, MANY]) {
  for (const months of units === MANY ? [1, 18] : [1, 12, 36]) {
    describe(`${units} units, ${months} months`, () => {
      const options = { units, months, seed: 'stored', today: TODAY }
      let org: Organization
      const leases = new Map<string, SeedLease>()
      let expected: Row
      before(async () => {
        org = await world.organization()
        const properties = [...generatePortfolio(options)]
        const homes = properties.flatMap(property => property.units)
        for (const lease of homes.flatMap(unit => unit.leases)) leases.set(lease.external_id, lease)
        const count = (list: (lease: SeedLease) => unknown[]) => [...leases.values()].flatMap(list).length
        expected = {
          properties: properties.length,
          units,
          leases: leases.size,
          residents: count(lease => lease.residents),
          invoices: count(lease => lease.money.invoices),
          payments: count(lease => lease.money.payments),
          work_orders: [...properties, ...homes].flatMap(place => place.workOrders).length,
          leads: homes.flatMap(unit => unit.leads).length,
          // One message for every returned payment and every late fee, if the resident can be reached.
          messages: count(({ money, residents: [primary] }) => {
            const isReachable = primary?.email || (primary?.phone && primary.sms_opt_in !== 'OPTED_OUT')
            const returned = money.payments.filter(({ status }) => status === 'REVERSED')
            const late = money.invoices.filter(({ lines }) => lines[0]?.charge_code === 'LATE_FEE')
            return isReachable ? [...returned, ...late] : []
          }),
        }
        const changed: number[] = []
        const seeded = await seedOrganization(options, {
          ...writerOf(org),
          inTransaction: work =>
            org.within(async context => {
              const before = await context.db.query(countChanged, [])
              const done = await work(context)
              const after = await context.db.query(countChanged, [])
              changed.push((after[0]?.changed ?? 0) - (before[0]?.changed ?? 0))
              return done
            }),
        })
        assert.deepEqual(seeded, { ...expected, skipped_properties: 0 })
        assert.ok(changed.length > 1)
        assert.deepEqual(
          [...new Set(changed)],
          [0],
          'invoices and payments that were stored before they stood as they are',
        )
      })

      test('every row is there once, even after a second run', async () => {
        const again = await seedOrganization(options, writerOf(org))
        assert.deepEqual([again.properties, again.skipped_properties], [0, expected.properties])
        for (const [table, count] of Object.entries(expected)) {
          const [found] = await rowsOf(org, `select count(*)::int as count from ${table} where organization_id = $1`)
          assert.equal(found?.count, count, table)
        }
      })

      test('messages are captured: none is waiting to be sent, and none claims to have been sent', async () => {
        const [found] = await rowsOf(
          org,
          `select count(*)::int as count from messages where organization_id = $1 and not (is_captured and sent_at is null and next_attempt_at is null)`,
        )
        assert.equal(found?.count, 0)
      })

      test('the paid amount and status of each invoice follow from its lease’s history', async () => {
        const invoices = await rowsOf(
          org,
          `select l.external_id as lease, i.total_cents, i.paid_cents, i.status, i.issue_date, i.due_date, i.paid_at is not null as has_day,
                  coalesce(to_char(i.recurring_month, 'YYYY-MM-DD'), '') as month, i.lines
             from invoices i join leases l on l.organization_id = $1 and l.id = i.lease_id
            where i.organization_id = $1 order by l.external_id collate "C", i.number`,
        )
        const told = [...leases].sort(byExternalId).flatMap(([lease, { money }]) => {
          const { paid } = ledgerPositionOn(money, TODAY)
          return money.invoices.map((invoice, index) => {
            const [total_cents, paid_cents] = [totalOf(invoice), paid[index] as number]
            const status = paid_cents === total_cents ? 'PAID' : paid_cents > 0 ? 'PARTIALLY_PAID' : 'OPEN'
            const { issue_date, due_date, recurring_month: recurringMonth, lines } = invoice
            const month = recurringMonth ?? ''
            return {
              lease,
              total_cents,
              paid_cents,
              status,
              issue_date,
              due_date,
              has_day: status === 'PAID',
              month,
              lines,
            }
          })
        })
        assert.deepEqual(invoices, told)
      })

      test('the allocated amount of each payment follows from its lease’s history', async () => {
        const payments = await rowsOf(
          org,
          `select l.external_id || ' ' || p.status || ' ' || p.payment_date || ' ' || p.amount_cents || ' ' || p.allocated_cents || ' '
                  || p.refunded_cents || ' ' || p.method || ' ' || coalesce(p.reference, '') as payment
             from payments p join leases l on l.organization_id = $1 and l.id = p.lease_id where p.organization_id = $1`,
        )
        const told = [...leases].flatMap(([lease, { money }]) => {
          const { allocated } = ledgerPositionOn(money, TODAY)
          return money.payments.map((payment, index) => {
            const {
              status,
              payment_date: paymentDate,
              amount_cents: amountCents,
              refunded_cents: refundedCents,
              method,
              reference,
            } = payment
            return [lease, status, paymentDate, amountCents, allocated[index], refundedCents, method, reference].join(
              ' ',
            )
          })
        })
        assert.deepEqual(payments.map(row => row.payment).sort(), told.sort())
      })

      test('balance, past due and deposit of each lease follow from its documents, on past days too', async () => {
        for (const day of [TODAY, addDays(TODAY, -14), addMonths(TODAY, -Math.ceil(months / 2))]) {
          const sums = await rowsOf(
            org,
            `select l.external_id as lease,
                    coalesce(sum(e.amount_cents) filter (where e.account = 'RECEIVABLE'), 0)::bigint as balance,
                    coalesce(sum(e.amount_cents) filter (where e.account = 'DEPOSIT'), 0)::bigint as deposit,
                    greatest(0, coalesce(sum(e.amount_cents) filter (
                      where e.account = 'RECEIVABLE' and (e.due_on is null or e.due_on < $2::date)), 0))::bigint as past_due
               from leases l
               left join ledger_entries e on e.organization_id = $1 and e.lease_id = l.id and e.effective_on <= $2::date
              where l.organization_id = $1 group by l.external_id order by l.external_id collate "C"`,
            day,
          )
          const told = [...leases].sort(byExternalId).map(([lease, { money }]) => {
            const { balanceCents, depositCents } = ledgerPositionOn(money, day)
            if (day === TODAY) assert.equal(balanceCents, owedByDocuments(money))
            return { lease, balance: balanceCents, deposit: depositCents, past_due: pastDueOn(money, day) }
          })
          assert.deepEqual(sums, told)
        }
      })

      test('columns agree with the entries, and every named resident is on the lease', async () => {
        const strayed = await rowsOf(
          org,
          `select 'invoice' as what from invoices i
            where i.organization_id = $1 and i.paid_cents <> coalesce((
              select -sum(e.amount_cents) from ledger_entries e
               where e.organization_id = $1 and e.invoice_id = i.id and e.payment_id is not null and e.account = 'RECEIVABLE'), 0)
           union all
           select 'billed' from invoices i
            where i.organization_id = $1 and i.total_cents <> coalesce((
              select sum(e.amount_cents) from ledger_entries e
               where e.organization_id = $1 and e.invoice_id = i.id and e.payment_id is null), 0)
           union all
           select 'payment' from payments p
            where p.organization_id = $1 and p.allocated_cents <> coalesce((
              select -sum(e.amount_cents) from ledger_entries e
               where e.organization_id = $1 and e.payment_id = p.id and e.invoice_id is not null and e.account = 'RECEIVABLE'), 0)
           union all
           select 'resident' from (
             select lease_id, resident_id from invoices where organization_id = $1
             union all
             select lease_id, resident_id from payments where organization_id = $1
           ) named
            where not exists (
              select from lease_residents lr
               where lr.organization_id = $1 and lr.lease_id = named.lease_id and lr.resident_id = named.resident_id)
           union all
           select 'reporter' from work_orders w
            where w.organization_id = $1 and w.resident_id is not null and not exists (
              select from lease_residents lr join leases l on l.organization_id = $1 and l.id = lr.lease_id
               where lr.organization_id = $1 and lr.resident_id = w.resident_id and l.unit_id = w.unit_id)`,
        )
        assert.deepEqual(strayed, [])
      })

      test('no timestamp is later than now, and numbers increase with the creation day', async () => {
        const later = await rowsOf(
          org,
          `select 1 from invoices where organization_id = $1 and greatest(created_at, paid_at, first_paid_at) > $2
           union all select 1 from payments where organization_id = $1 and greatest(created_at, received_at, reversed_at) > $2
           union all select 1 from ledger_entries where organization_id = $1 and recorded_at > $2
           union all select 1 from work_orders where organization_id = $1 and greatest(created_at, completed_at) > $2
           union all select 1 from leads where organization_id = $1 and created_at > $2`,
          new Date(world.clock.now()),
        )
        assert.equal(later.length, 0)
        // Each transaction takes a block of numbers for the rows it writes.
        const disorders = await rowsOf(
          org,
          `select 1 from (
             select created_at < lag(created_at) over (partition by xmin::text order by number) as is_earlier
               from work_orders where organization_id = $1
           ) numbered where is_earlier
           union all
           select 1 from (
             select created_at < lag(created_at) over (partition by xmin::text order by number) as is_earlier
               from invoices where organization_id = $1
           ) numbered where is_earlier`,
        )
        assert.equal(disorders.length, 0)
        const [numbers] = await rowsOf(
          org,
          `select min(number) as least, max(number) as most, count(*)::int as count from work_orders where organization_id = $1`,
        )
        if (numbers?.count)
          assert.deepEqual(numbers, { least: 1, most: expected.work_orders, count: expected.work_orders })
      })
    })
  }
}

test('invoices are stored in the order of their IDs, and their changes in none, because both fill the pages of indexes', async () => {
  const org = await world.organization()
  await seedOrganization({ units: 20, months: 12, seed: 'order', today: TODAY }, writerOf(org))
  /** The part of the rows whose ID comes before that of the row stored before them. */
  const disorder = async (table: string, condition: string) => {
    const [found] = await rowsOf<{ part: number }>(
      org,
      `select count(*) filter (where is_earlier)::float8 / count(*) as part
         from (select id < lag(id) over (order by ctid) as is_earlier from ${table} where organization_id = $1 and ${condition}) stored`,
    )
    return found?.part ?? 0
  }
  assert.ok((await disorder('invoices', 'true')) < 0.1)
  assert.ok((await disorder('payments', 'true')) < 0.1)
  assert.ok((await disorder('record_changes', `type = 'invoice'`)) > 0.3)
  assert.ok((await disorder('record_changes', `type = 'payment'`)) > 0.3)
})

function byExternalId([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1
}
