/** What a lead is interested in. */
import type { LeadDetail } from '#client/console.ts'

/** The property or unit that a lead is interested in, if they named one. */
export function interestOf({ property_name, unit_label }: LeadDetail): string | null {
  return property_name && (unit_label ? `${property_name} · ${unit_label}` : property_name)
}
