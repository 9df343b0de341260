/** Compares every figure that the office shows with the models of its leases: rent rolls, leases, invoices, payments, reports and the overview. */
import assert from 'node:assert/strict'
import type { Statement } from '#server/db/statement.ts'
import { DEFINITIONS } from '#server/domain/reports/definitions.ts'
import type { ReportRow } from '#server/domain/reports/queries.ts'
import { calls } from '../calls.ts'
import type { Organization, World } from '../world.ts'
import { dayAfter, sum, type TenancyModel } from './office-model.ts'

type RentRoll = {
  rows: {
    unit_id: string
    lease_id: string | null
    rent_cents: number
    total_charges_cents: number
    balance_cents: number
    past_due_cents: number
  }[]
  future_residents: { lease_id: string; balance_cents: number }[]
  totals: { balance_cents: number; past_due_cents: number; rent_cents: number; former_residents_balance_cents: number }
}

export async function checkOffice(
  world: World,
  org: Organization,
  tenancies: readonly TenancyModel[],
  today: string,
): Promise<void> {
  const figures = new Map(tenancies.map(tenancy => [tenancy.id, figuresOf(tenancy, today)]))
  await checkLeases(org, tenancies, figures)
  for (const day of [today, dayAfter(today, -1), dayAfter(today, -17), dayAfter(today, -40)])
    await checkRentRoll(world, org, tenancies, day, day === today ? figures : undefined)
  await checkRecords(world, org, tenancies)
  await checkReports(org, tenancies, figures, today)
}

type Figures = { balance: number; pastDue: number; credit: number; open: { due: string; cents: number }[] }

/** What a lease owes today, by invoice. Invoices of later days, and what is applied to them, do not count yet. */
function figuresOf({ money }: TenancyModel, today: string): Figures {
  const issued = money.invoices.filter(
    ({ issue, stage, voidedOn }) => issue <= today && !(stage === 'VOID' && (voidedOn ?? '') <= today),
  )
  const open = issued.map(invoice => ({ due: invoice.due, cents: invoice.total - money.paid(invoice) }))
  const balance = money.balanceOn(today)
  const credit = sum(open.map(({ cents }) => cents)) - balance
  const due = sum(open.filter(each => each.due < today).map(({ cents }) => cents))
  return { balance, credit, open, pastDue: Math.max(0, due - credit) }
}

async function checkLeases(
  org: Organization,
  tenancies: readonly TenancyModel[],
  figures: ReadonlyMap<string, Figures>,
): Promise<void> {
  for (const { id } of tenancies) {
    const shown = await org.within(context => calls.getLease(context, { lease_id: id }))
    assert.equal((shown as { balance_cents: number }).balance_cents, figures.get(id)?.balance)
  }
}

async function checkRentRoll(
  world: World,
  org: Organization,
  tenancies: readonly TenancyModel[],
  day: string,
  figures: ReadonlyMap<string, Figures> | undefined,
): Promise<void> {
  const reply = await world.call(`/rent-roll?scope_id=portfolio&as_of_date=${day}`, { key: org.key })
  assert.equal(reply.status, 200, reply.text.slice(0, 300))
  const { rows, future_residents, totals } = reply.body as unknown as RentRoll
  const shown = new Set(future_residents.map(({ lease_id }) => lease_id))
  for (const row of rows) {
    const present = tenancies.find(each => each.id === row.lease_id)
    if (!present) continue
    shown.add(present.id)
    assert.equal(row.balance_cents, present.money.balanceOn(day), `the balance on ${day}`)
    if (!figures) continue
    assert.deepEqual(
      [row.rent_cents, row.total_charges_cents, row.past_due_cents],
      [present.charged(day, 'RENT'), present.charged(day), figures.get(present.id)?.pastDue],
      `the charges and what is past due on ${day}`,
    )
  }
  if (figures) {
    const present = tenancies.filter(each => each.occupies(day))
    assert.deepEqual(rows.flatMap(({ lease_id }) => lease_id ?? []).sort(), present.map(({ id }) => id).sort())
  }
  assert.equal(totals.balance_cents, sum(rows.map(({ balance_cents }) => balance_cents)))
  const former = tenancies.filter(({ id, start }) => !shown.has(id) && start <= day)
  assert.equal(
    totals.former_residents_balance_cents,
    sum(former.map(({ money }) => money.balanceOn(day))),
    `former residents on ${day}`,
  )
}

/** The lists of the API show each invoice and payment as the model has it. */
async function checkRecords(world: World, org: Organization, tenancies: readonly TenancyModel[]): Promise<void> {
  const all = async (path: string) => {
    const found: Record<string, unknown>[] = []
    for (let offset = 0; ; offset += 100) {
      const { body } = await world.call(`${path}${path.includes('?') ? '&' : '?'}limit=100&offset=${offset}`, {
        key: org.key,
      })
      const { data, pagination } = body as unknown as {
        data: Record<string, unknown>[]
        pagination: { hasMore: boolean }
      }
      found.push(...data)
      if (!pagination.hasMore) return found
    }
  }
  const byId = (one: unknown[], other: unknown[]) => (String(one[0]) < String(other[0]) ? -1 : 1)
  const invoices = (await all('/invoices')).map(each => [
    each.invoice_id,
    each.status,
    each.total_cents,
    each.paid_cents,
    each.balance_cents,
  ])
  assert.deepEqual(
    invoices.sort(byId),
    tenancies
      .flatMap(({ money }) =>
        money.invoices.map(each => [each.id, money.status(each), each.total, money.paid(each), money.owed(each)]),
      )
      .sort(byId),
  )
  const payments = (await all('/payments?status=ALL')).map(each => [
    each.payment_id,
    each.status,
    each.amount_cents,
    each.refunded_cents,
    each.unapplied_cents,
  ])
  assert.deepEqual(
    payments.sort(byId),
    tenancies
      .flatMap(({ money }) =>
        money.payments.map(each => [each.id, each.status, each.amount, money.refunded(each), money.unapplied(each)]),
      )
      .sort(byId),
  )
}

async function checkReports(
  org: Organization,
  tenancies: readonly TenancyModel[],
  figures: ReadonlyMap<string, Figures>,
  today: string,
): Promise<void> {
  const rowsOf = (rows: Statement<ReportRow>, ...values: (string | null)[]) =>
    org.within(({ db }) => db.query(rows, [db.organizationId, ...values, null]))
  const age = ({ open }: Figures, least: number, most: number) =>
    sum(
      open.filter(({ due }) => daysFrom(due, today) >= least && daysFrom(due, today) <= most).map(({ cents }) => cents),
    )
  const aged = (each: Figures) => [
    age(each, -9999, 0),
    age(each, 1, 30),
    age(each, 31, 60),
    age(each, 61, 90),
    age(each, 91, 9999),
  ]
  const byId = (one: unknown[], other: unknown[]) => (String(one[0]) < String(other[0]) ? -1 : 1)

  const receivables = await rowsOf(DEFINITIONS.receivables.rows, today)
  assert.deepEqual(
    receivables
      .map(row => [row.id, row.not_due, row.days_30, row.days_60, row.days_90, row.older, row.credit, row.balance])
      .sort(byId),
    [...figures]
      .filter(([, { balance }]) => balance !== 0)
      .map(([id, each]) => [id, ...aged(each), -each.credit || 0, each.balance])
      .sort(byId),
  )
  const delinquent = await rowsOf(DEFINITIONS.delinquency.rows, today)
  assert.deepEqual(
    delinquent.map(row => [row.id, row.balance, row.past_due]).sort(byId),
    [...figures]
      .filter(([, { pastDue }]) => pastDue > 0)
      .map(([id, { balance, pastDue }]) => [id, balance, pastDue])
      .sort(byId),
  )
  const first = `${dayAfter(today, -45).slice(0, 7)}-01`
  const within = (day: string | undefined) => day !== undefined && day >= first && day <= today
  const invoices = tenancies.flatMap(({ money }) => money.invoices)
  const charged = sum(
    invoices.map(({ issue, total, voidedOn }) => (within(issue) ? total : 0) - (within(voidedOn) ? total : 0)),
  )
  const income = await rowsOf(DEFINITIONS.income.rows, first, today)
  assert.equal(sum(income.map(row => Number(row.charged))), charged, 'the income')
  const months = await rowsOf(DEFINITIONS.months.rows, first, today)
  assert.equal(sum(months.map(row => Number(row.charged))), charged, 'the months')
  const payments = tenancies.flatMap(({ money }) => money.payments)
  const collected = payments.map(({ date, amount, refunds, reversedOn }) => {
    const back = refunds.filter(({ on }) => within(on))
    const left = amount - sum(refunds.map(({ cents }) => cents))
    return (within(date) ? amount : 0) - sum(back.map(({ cents }) => cents)) - (within(reversedOn) ? left : 0)
  })
  assert.equal(sum(months.map(row => Number(row.collected))), sum(collected), 'what was collected')

  const overview = await org.within(context => calls.getOverview(context, {}))
  const all = [...figures.values()]
  const { aging } = overview
  assert.deepEqual(
    [
      overview.past_due_cents,
      aging.not_due_cents,
      aging.days_30_cents,
      aging.days_60_cents,
      aging.days_90_cents,
      aging.older_cents,
    ],
    [
      sum(all.map(({ pastDue }) => pastDue)),
      ...[0, 1, 2, 3, 4].map(index => sum(all.map(each => aged(each)[index] as number))),
    ],
    'the overview',
  )
}

function daysFrom(day: string, today: string): number {
  return (Date.parse(today) - Date.parse(day)) / 86_400_000
}
