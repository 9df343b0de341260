/**
 * An independent model of what a property's leases are billed, for tests: it keeps who occupied which days, what was agreed per month, and what
 * was billed, and computes the invoices of a month day by day. It uses none of the product's rules.
 */
import { DAY_MS } from '#server/base/instants.ts'
import { LedgerModel, type ModelInvoice } from './ledger-model.ts'

export type AgreedCharge = { code: 'RENT' | 'PET' | 'CONCESSION'; cents: number; from: string; to: string | undefined }
type ExpectedInvoice = { issue: string; due: string; total: number }

export class TenancyModel {
  readonly money = new LedgerModel()
  readonly charges: AgreedCharge[] = []
  moveOut: string | undefined
  hasNotice = false
  /** The charges as they were agreed, if the end of the lease ended them. */
  #beforeEnd: AgreedCharge[] | undefined
  /** The days of each month that invoices bill, in the order in which they were billed. */
  readonly #billed = new Map<string, string[][]>()
  /** The generated invoices with the days that they bill. */
  readonly generated = new Map<ModelInvoice, { month: string; days: string[] }>()
  /** Days that were billed until a month was voided, with the day of the void. */
  readonly #voidDays = new Map<string, string>()

  readonly id: string
  readonly unitId: string
  readonly start: string
  readonly dueDay: number

  constructor(id: string, unitId: string, start: string, dueDay: number) {
    this.id = id
    this.unitId = unitId
    this.start = start
    this.dueDay = dueDay
  }

  occupies(day: string): boolean {
    return this.start <= day && (this.moveOut === undefined || day <= this.moveOut)
  }

  /** What is charged per month by agreement on a day. */
  charged(day: string, code?: string): number {
    return sum(
      this.charges
        .filter(each => isAgreed(each, day) && (code === undefined || each.code === code))
        .map(({ cents }) => cents),
    )
  }

  /** Changes a charge from a day on; 0 ends it. */
  agree(code: AgreedCharge['code'], cents: number, from: string): void {
    const lists = this.#beforeEnd === undefined ? [this.charges] : [this.charges, this.#beforeEnd]
    for (const charges of lists) {
      const present = charges.find(each => each.code === code && isAgreed(each, from))
      const to = present?.to
      if (present) present.to = dayAfter(from, -1)
      const isReplaced = (each: AgreedCharge) => !present && each.code === code && each.from > from
      const kept = charges.filter(each => (each.to === undefined || each.to >= each.from) && !isReplaced(each))
      charges.splice(0, charges.length, ...kept)
      if (cents !== 0) charges.push({ code, cents, from, to })
    }
  }

  /** Ends every charge on a day. */
  endCharges(day: string): void {
    this.#beforeEnd ??= this.charges.map(each => ({ ...each }))
    const kept = this.charges.filter(({ from }) => from <= day)
    for (const each of kept) if (each.to === undefined || each.to > day) each.to = day
    this.charges.splice(0, this.charges.length, ...kept)
  }

  /** Has the charges go on as they were agreed before the end of the lease, because the residents stay. */
  resumeCharges(): void {
    if (this.#beforeEnd) this.charges.splice(0, this.charges.length, ...this.#beforeEnd)
    this.#beforeEnd = undefined
  }

  /** The invoices that generating a month must issue now, and the days of each. */
  toBill(month: string): { expected: ExpectedInvoice; days: string[] }[] {
    const billed = this.#billed.get(month) ?? []
    const open = daysOf(month).filter(day => this.occupies(day) && !billed.some(days => days.includes(day)))
    const before = [...billed]
    return spansOf(open).flatMap(days => {
      const total = this.#costOf(month, [...before, days].flat()) - this.#costOf(month, before.flat())
      const lines = this.charges.some(each => days.some(day => isAgreed(each, day)))
      before.push(days)
      if (!lines || total === 0) return []
      const voided = days.flatMap(day => this.#voidDays.get(day) ?? [])
      const issue = [days[0] as string, ...voided].sort().at(-1) as string
      const last = daysOf(month).length
      const due = `${month}-${String(Math.min(this.dueDay, last)).padStart(2, '0')}`
      return [{ expected: { issue, due: [due, days[0] as string, issue].sort().at(-1) as string, total }, days }]
    })
  }

  bill(month: string, days: string[], invoice: ModelInvoice): void {
    this.#billed.set(month, [...(this.#billed.get(month) ?? []), days])
    this.generated.set(invoice, { month, days })
    this.money.issue(invoice)
  }

  /** Voids what was generated for a month, from a day on or from the day of each invoice. */
  voidMonth(month: string, today: string): void {
    for (const [invoice, { month: of, days }] of this.generated) {
      if (of !== month || invoice.stage === 'VOID') continue
      const on = today > invoice.issue ? today : invoice.issue
      invoice.stage = 'VOID'
      invoice.voidedOn = on
      for (const { settles } of this.money.payments) settles.delete(invoice.id)
      for (const day of days) this.#voidDays.set(day, [on, this.#voidDays.get(day) ?? ''].sort().at(-1) as string)
    }
    this.#billed.delete(month)
    this.money.applyCredit()
  }

  /** What some days of a month cost: each charge by its days, half a cent up. */
  #costOf(month: string, days: readonly string[]): number {
    const whole = daysOf(month).length
    return sum(
      this.charges.map(each => {
        const part = days.filter(day => isAgreed(each, day)).length
        return (
          Number(
            (2n * BigInt(each.cents) * BigInt(part) + BigInt(whole) + 2_000_000_000n * BigInt(whole)) /
              (2n * BigInt(whole)),
          ) - 1_000_000_000
        )
      }),
    )
  }
}

function isAgreed({ from, to }: AgreedCharge, day: string): boolean {
  return from <= day && (to === undefined || day <= to)
}

function daysOf(month: string): string[] {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return Array.from({ length: count }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`)
}

export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Splits days, in their order, where one is missing in between. */
function spansOf(days: readonly string[]): string[][] {
  const spans: string[][] = []
  for (const day of days) {
    const last = spans.at(-1)
    if (last && dayAfter(last.at(-1) as string, 1) === day) last.push(day)
    else spans.push([day])
  }
  return spans
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
