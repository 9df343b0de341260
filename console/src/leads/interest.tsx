/** What a lead is interested in. */
import type { LeadDetail } from '#client/console.ts'
import { None } from '../kit/page.tsx'
import { PlaceName } from '../records/record-names.tsx'

/** The property or unit that a lead is interested in, if they named one. */
export function Interest({ lead: { property_name, unit_label } }: { lead: LeadDetail }) {
  if (property_name === null) return <None />
  return unit_label === null ? property_name : <PlaceName property={property_name} unit={unit_label} />
}
