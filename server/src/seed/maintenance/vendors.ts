/** The vendors that the seed's work orders name. */
import { newId } from '#server/base/ids.ts'
import type { saveNewVendors } from '#server/domain/vendors/operations.ts'
import { type Job, VENDORS } from './jobs.ts'

const TRADES: Record<Job['category'], string> = {
  PLUMBING: 'Plumbing',
  ELECTRICAL: 'Electrical',
  HVAC: 'Heating and cooling',
  APPLIANCE: 'Appliance repair',
  PEST_CONTROL: 'Pest control',
  LOCKS: 'Locksmith',
  STRUCTURAL: 'General contracting',
  CLEANING: 'Cleaning',
  UNIT_TURN: 'Painting',
  SAFETY: 'Fire safety',
  OTHER: 'Grounds',
}

/** The vendors. Each has the first trade under which it appears. */
export function vendorsOfWork(nowMs: number): Parameters<typeof saveNewVendors>[1] {
  const trades = new Map<string, string>()
  for (const [category, names] of Object.entries(VENDORS)) {
    for (const name of names) if (!trades.has(name)) trades.set(name, TRADES[category as Job['category']])
  }
  return [...trades].map(([name, trade], index) => ({
    id: newId('vendor', nowMs),
    name,
    trade,
    email: `${name.toLowerCase().replaceAll(/[^a-z]+/g, '')}@example.com`,
    phone: `+16145550${String(180 + index)}`,
    is_active: true,
    external_id: null,
  }))
}
