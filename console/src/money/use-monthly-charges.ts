/** The preview of a month's charges, added up over the calls that a large organization takes. */
import type { MonthlyChargesPreview } from '#client/console.ts'
import { useRead } from '../session/use-read.ts'

export type Bill = { month: string; property_id?: string | undefined; lease_id?: string | undefined }

export function useMonthlyCharges(bill: Bill, isEnabled: boolean) {
  return useRead(
    ['monthly charges', bill],
    async (client, call) => {
      let sum: MonthlyChargesPreview | undefined
      let after: string | undefined
      do {
        const part = await client.previewMonthlyCharges({ ...bill, after }, call)
        sum = sum ? plus(sum, part) : part
        after = part.next ?? undefined
      } while (after !== undefined)
      return sum
    },
    { enabled: isEnabled },
  )
}

function plus(one: MonthlyChargesPreview, other: MonthlyChargesPreview): MonthlyChargesPreview {
  const properties = new Map(one.properties.map(property => [property.property_id, property]))
  for (const property of other.properties) {
    const { invoices = 0, total_cents = 0 } = properties.get(property.property_id) ?? {}
    properties.set(property.property_id, {
      ...property,
      invoices: property.invoices + invoices,
      total_cents: property.total_cents + total_cents,
    })
  }
  return {
    ...other,
    invoices: one.invoices + other.invoices,
    total_cents: one.total_cents + other.total_cents,
    properties: [...properties.values()],
    exceptions: [...one.exceptions, ...other.exceptions],
    changed: [...one.changed, ...other.changed],
    billed: {
      invoices: one.billed.invoices + other.billed.invoices,
      total_cents: one.billed.total_cents + other.billed.total_cents,
      paid_invoices: one.billed.paid_invoices + other.billed.paid_invoices,
    },
  }
}
