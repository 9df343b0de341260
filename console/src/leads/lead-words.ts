/** The name of a lead, and the property or unit they are interested in. */
import type { LeadDetail } from '#client/console.ts'

export function nameOf({ first_name, last_name }: LeadDetail): string {
  return `${first_name} ${last_name}`.trim()
}

export function interestOf({ property_name, unit_label }: LeadDetail): string | null {
  return property_name && (unit_label ? `${property_name} · ${unit_label}` : property_name)
}
