/** The leads of a unit: people who leased it, people who did not, and people who are still in contact. */
import { addDays } from '#server/base/dates.ts'
import { instantOn } from './instants.ts'
import { emailOf, namePerson, phoneOf } from './people.ts'
import type { Random } from './random.ts'
import type { SeedLead, SeedLease } from './records.ts'

type Wanted = {
  externalId: string
  bedrooms: number
  marketRentCents: number
  areaCode: string
  /** Whether the unit can have an open lead today. */
  isOffered: boolean
  leases: readonly SeedLease[]
}

type Status = SeedLead['status']

/** The leads, oldest first for each lease, and the open ones last. */
export function drawLeads(random: Random, home: Wanted, days: { today: string; recordsFrom: string }): SeedLead[] {
  const leads: SeedLead[] = []
  const add = (status: Status, day: string, moveIn: string, known?: SeedLease) => {
    const lead = drawLead(random, home, status, day, moveIn, known)
    leads.push({ ...lead, external_id: `${home.externalId}-P${leads.length + 1}` })
  }
  for (const lease of home.leases) {
    const agreedOn = lease.signed_at?.slice(0, 10) ?? days.today
    if (agreedOn < days.recordsFrom) continue
    const asked = () => addDays(agreedOn, -random.integer(4, 35))
    const lost = random.integer(0, 2)
    for (let other = 0; other < lost; other++) add('LOST', asked(), lease.start_date)
    if (lease.stage !== 'SIGNED') add('APPLIED', asked(), lease.start_date, lease)
    // The other residents came by word of mouth, or moved within the property.
    else if (random.chance(0.75)) add('LEASED', asked(), lease.start_date, lease)
  }
  if (!home.isOffered) return leads
  const open = random.integer(0, 4)
  for (let lead = 0; lead < open; lead++) {
    const { status, age } = random.pickWeighted(OPEN)
    const day = addDays(days.today, -random.integer(age[0], age[1]))
    add(status, day, addDays(days.today, random.integer(5, 60)))
  }
  return leads
}

/** How long ago each lead inquired, in days. */
const OPEN = [
  { status: 'NEW', age: [0, 3], weight: 30 },
  { status: 'CONTACTED', age: [1, 10], weight: 30 },
  { status: 'TOURED', age: [3, 18], weight: 20 },
  { status: 'APPLIED', age: [5, 25], weight: 8 },
  { status: 'LOST', age: [6, 40], weight: 12 },
] as const

const SOURCES = [
  { source: 'Zillow', weight: 30 },
  { source: 'Apartments.com', weight: 26 },
  { source: 'Website', weight: 16 },
  { source: 'Referral', weight: 9 },
  { source: 'Drive-by', weight: 7 },
  { source: 'Facebook Marketplace', weight: 7 },
  { source: 'Phone', weight: 5 },
] as const

const NOTES = [
  'Has a small dog; asked about the pet rent.',
  'Prefers the ground floor.',
  'Relocating for work, needs a quick answer.',
  'Wants to see the unit after 5 p.m.',
  'Asked whether the term can be nine months.',
  'Called twice; leave a message.',
]

function drawLead(
  random: Random,
  home: Wanted,
  status: Status,
  day: string,
  desiredMoveIn: string,
  known: SeedLease | undefined,
): SeedLead {
  const resident = known?.residents[0]
  const person = resident ?? namePerson(random)
  const { first_name, last_name } = person
  return {
    first_name,
    last_name,
    email: resident ? resident.email : random.chance(0.9) ? emailOf(random, person) : null,
    phone: resident ? resident.phone : random.chance(0.85) ? phoneOf(random, home.areaCode) : null,
    source: random.pickWeighted(SOURCES).source,
    status,
    desired_move_in: desiredMoveIn,
    bedrooms_wanted: random.chance(0.9) ? home.bedrooms : Math.max(0, home.bedrooms - 1),
    max_rent_cents: random.chance(0.6)
      ? Math.round((home.marketRentCents * random.between(0.98, 1.2)) / 5_000) * 5_000
      : null,
    notes: random.chance(0.25) ? random.pick(NOTES) : null,
    external_id: null,
    created_at: instantOn(random, day),
  }
}
