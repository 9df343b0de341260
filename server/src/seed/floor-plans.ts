/** The floor plans of a property: a few plans that its units share, each with its size. */
import type { PropertyKind } from './plan.ts'
import type { Random } from './random.ts'

export type FloorPlan = {
  unitType: string
  bedrooms: number
  bathrooms: number
  sqft: number
  isRenovated: boolean
  weight: number
}

type Layout = { bedrooms: number; bathrooms: number; sqft: [min: number, max: number]; weight: number }

/** Plans by weight; an older community also has renovated versions of some of them. */
export function drawFloorPlans(random: Random, kind: PropertyKind, renovatedShare: number): FloorPlan[] {
  return LAYOUTS[kind].flatMap(({ bedrooms, bathrooms, sqft, weight }) => {
    const unitType = bedrooms === 0 ? 'Studio' : `${bedrooms}x${bathrooms}`
    const plan = { unitType, bedrooms, bathrooms, sqft: random.integer(...sqft), isRenovated: false }
    const renovated = { ...plan, unitType: `${unitType} Renovated`, isRenovated: true }
    return [
      { ...plan, weight: weight * (1 - renovatedShare) },
      { ...renovated, weight: weight * renovatedShare },
    ]
  })
}

const HOUSES: Layout[] = [
  { bedrooms: 2, bathrooms: 1, sqft: [880, 1150], weight: 1 },
  { bedrooms: 3, bathrooms: 2, sqft: [1250, 1750], weight: 5 },
  { bedrooms: 3, bathrooms: 2.5, sqft: [1500, 1950], weight: 2 },
  { bedrooms: 4, bathrooms: 2.5, sqft: [1850, 2500], weight: 3 },
]
const FLATS: Layout[] = [
  { bedrooms: 0, bathrooms: 1, sqft: [450, 560], weight: 1 },
  { bedrooms: 1, bathrooms: 1, sqft: [630, 800], weight: 5 },
  { bedrooms: 2, bathrooms: 1, sqft: [850, 980], weight: 2 },
  { bedrooms: 2, bathrooms: 2, sqft: [980, 1180], weight: 4 },
  { bedrooms: 3, bathrooms: 2, sqft: [1230, 1450], weight: 1.5 },
]
const LAYOUTS: Record<PropertyKind, Layout[]> = {
  COMMUNITY: FLATS,
  CONDO: FLATS.filter(layout => layout.bedrooms > 0),
  SMALL_BUILDING: [
    { bedrooms: 1, bathrooms: 1, sqft: [580, 720], weight: 2 },
    { bedrooms: 2, bathrooms: 1, sqft: [800, 1000], weight: 5 },
    { bedrooms: 3, bathrooms: 1.5, sqft: [1100, 1300], weight: 2 },
  ],
  TOWNHOUSES: [
    { bedrooms: 2, bathrooms: 1.5, sqft: [1080, 1250], weight: 3 },
    { bedrooms: 2, bathrooms: 2.5, sqft: [1200, 1380], weight: 3 },
    { bedrooms: 3, bathrooms: 2.5, sqft: [1420, 1700], weight: 4 },
  ],
  HOUSE: HOUSES,
}
