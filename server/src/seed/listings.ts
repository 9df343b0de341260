/** The text and photos with which a vacant unit is advertised. */
import { addDays } from '#server/base/dates.ts'
import type { FloorPlan } from './floor-plans.ts'
import type { Random } from './random.ts'
import type { SeedUnit } from './records.ts'

type Listing = Pick<SeedUnit, 'is_listed' | 'available_from' | 'listing_title' | 'listing_description' | 'photos'>

export const UNLISTED: Listing = {
  is_listed: false,
  available_from: null,
  listing_title: null,
  listing_description: null,
  photos: [],
}

type OfferedUnit = {
  propertyName: string
  city: string
  plan: FloorPlan
  amenities: string[]
  today: string
}

export function drawListing(random: Random, unit: OfferedUnit): Listing {
  const { plan } = unit
  const home = plan.bedrooms === 0 ? 'studio' : `${plan.bedrooms}-bedroom`
  const adjective = plan.isRenovated
    ? 'Newly renovated'
    : random.pick(['Bright', 'Spacious', 'Quiet', 'Sunny', 'Inviting'])
  const [first, second] = random.shuffle(unit.amenities) as [string, string]
  const baths = plan.bathrooms === 1 ? '1 bath' : `${plan.bathrooms} baths`
  const photoCount = random.integer(3, 8)
  return {
    is_listed: true,
    available_from: random.chance(0.5) ? unit.today : addDays(unit.today, random.integer(1, 30)),
    listing_title: `${adjective} ${home} at ${unit.propertyName}`,
    listing_description:
      `${adjective} ${home} home in ${unit.city} with ${baths} and about ${plan.sqft} square feet. ` +
      `${capitalize(first)} and ${second} included. ${random.pick(CLOSINGS)}`,
    photos: drawPhotos(random, photoCount),
  }
}

const VIEWS = ['exterior', 'living-room', 'kitchen', 'bedroom', 'bathroom']
/** How many pictures of each view there are; `npm run sample-photos` draws them. */
const VARIANTS = 3

/** The address of a sample photo that the service at `origin` shows. */
export function samplePhotoUrl(origin: string, name: string): string {
  return `${origin}/console/samples/${name}.webp`
}

/** Names of sample photos, one of each view before there is a second one of any. */
function drawPhotos(random: Random, count: number): string[] {
  const variant = random.integer(0, VARIANTS - 1)
  return Array.from({ length: count }, (_, index) => {
    const round = Math.floor(index / VIEWS.length)
    return `${VIEWS[index % VIEWS.length]}-${((variant + round) % VARIANTS) + 1}`
  })
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const CLOSINGS = [
  'Close to shops, parks and transit.',
  'Pets are welcome; ask us about the details.',
  'Call or write to arrange a tour, in person or by video.',
  'Professionally managed, with maintenance on call around the clock.',
  'Minutes from downtown and the highway.',
]
