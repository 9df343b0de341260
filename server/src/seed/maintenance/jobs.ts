/** Kinds of repairs: how urgent they are, what they cost and which vendor does them. */
import type { SeedWorkOrder } from '../records.ts'

export type Job = {
  weight: number
  category: SeedWorkOrder['category']
  title: string
  description: string
  priority: SeedWorkOrder['priority']
  /** The cost in dollars if a vendor does the work. */
  cost: readonly [least: number, most: number]
}

/** Repairs in a unit, reported by its residents. The weights follow how often maintenance teams get each report. */
export const HOME_JOBS: readonly Job[] = [
  job(
    9,
    'PLUMBING',
    'NORMAL',
    [95, 260],
    'Kitchen faucet drips',
    'It drips all night, even when it is turned off hard.',
  ),
  job(
    8,
    'PLUMBING',
    'HIGH',
    [110, 240],
    'Toilet keeps running',
    'The water never stops; the handle has to be held down.',
  ),
  job(
    7,
    'PLUMBING',
    'HIGH',
    [120, 320],
    'Bathroom sink is clogged',
    'Water stands in it for an hour. Drain cleaner did not help.',
  ),
  job(
    3,
    'PLUMBING',
    'EMERGENCY',
    [240, 1_400],
    'Water comes through the ceiling',
    'It began this morning, above the hall, and is getting worse.',
  ),
  job(4, 'PLUMBING', 'HIGH', [180, 1_250], 'No hot water', 'Cold since yesterday evening in kitchen and bath.'),
  job(6, 'HVAC', 'HIGH', [130, 680], 'Air conditioning does not cool', 'The fan runs, but the air is warm.'),
  job(4, 'HVAC', 'EMERGENCY', [150, 900], 'Heating is out', 'The thermostat shows 58 degrees and nothing happens.'),
  job(3, 'HVAC', 'LOW', [60, 120], 'Air filter needs changing', 'The light on the thermostat has come on.'),
  job(
    6,
    'ELECTRICAL',
    'NORMAL',
    [90, 240],
    'Outlet without power',
    'Both outlets by the bedroom window are dead; the breaker is on.',
  ),
  job(3, 'ELECTRICAL', 'NORMAL', [85, 210], 'Light in the hall flickers', 'A new bulb flickers as well.'),
  job(
    2,
    'ELECTRICAL',
    'EMERGENCY',
    [160, 700],
    'Outlet sparks',
    'It sparked when the toaster was plugged in and smells burnt.',
  ),
  job(
    7,
    'APPLIANCE',
    'NORMAL',
    [120, 420],
    'Dishwasher does not drain',
    'There is a hand of water in it after every run.',
  ),
  job(6, 'APPLIANCE', 'HIGH', [140, 950], 'Refrigerator is warm', 'The freezer works, the lower part does not cool.'),
  job(5, 'APPLIANCE', 'NORMAL', [110, 380], 'Dryer takes three runs', 'It gets warm, but clothes stay damp.'),
  job(4, 'APPLIANCE', 'NORMAL', [100, 520], 'Oven does not heat', 'The burners on top work.'),
  job(4, 'APPLIANCE', 'LOW', [90, 260], 'Garbage disposal hums', 'It hums and does not turn.'),
  job(5, 'PEST_CONTROL', 'NORMAL', [85, 220], 'Ants in the kitchen', 'They come from below the window, every morning.'),
  job(3, 'PEST_CONTROL', 'HIGH', [140, 480], 'Mice', 'Droppings behind the stove, and noises at night.'),
  job(5, 'LOCKS', 'HIGH', [75, 190], 'Front door does not lock', 'The key turns, but the bolt does not catch.'),
  job(3, 'LOCKS', 'NORMAL', [45, 110], 'Mailbox key lost', 'One new key, please.'),
  job(4, 'STRUCTURAL', 'NORMAL', [110, 450], 'Window does not close', 'It stops an inch short and lets the rain in.'),
  job(
    4,
    'STRUCTURAL',
    'LOW',
    [95, 320],
    'Closet door is off its track',
    'The left one; it leans against the wall for now.',
  ),
  job(2, 'STRUCTURAL', 'NORMAL', [140, 780], 'Soft spot in the bathroom floor', 'Next to the tub, about a foot wide.'),
  job(4, 'SAFETY', 'HIGH', [40, 95], 'Smoke detector chirps', 'Once a minute; a new battery did not help.'),
  job(2, 'OTHER', 'LOW', [50, 180], 'Blinds are broken', 'Three slats of the living-room blinds have come off.'),
]

/** Repairs of a building as a whole, recorded by its staff. */
export const BUILDING_JOBS: readonly Job[] = [
  job(5, 'CLEANING', 'NORMAL', [120, 380], 'Common areas need a deep clean', 'Stairs, landings and the laundry room.'),
  job(4, 'STRUCTURAL', 'NORMAL', [180, 950], 'Gutters are full', 'They overflow over the entrance in every rain.'),
  job(4, 'ELECTRICAL', 'HIGH', [120, 640], 'Lights out in the parking lot', 'The two by the north entrance.'),
  job(3, 'SAFETY', 'NORMAL', [220, 880], 'Fire extinguishers are due', 'Yearly inspection and tags.'),
  job(3, 'PEST_CONTROL', 'NORMAL', [150, 420], 'Wasps under the eaves', 'Two nests on the south side.'),
  job(2, 'LOCKS', 'HIGH', [140, 720], 'Entrance gate does not close', 'It stays open an inch and can be pushed.'),
  job(
    2,
    'STRUCTURAL',
    'HIGH',
    [450, 4_800],
    'Shingles are missing',
    'After the storm; about a square yard above the stairs.',
  ),
  job(3, 'OTHER', 'LOW', [160, 560], 'Trees need trimming', 'Branches touch the roof and the cars below.'),
]

export const TURN: Job = job(
  1,
  'UNIT_TURN',
  'NORMAL',
  [350, 2_900],
  'Make ready after move-out',
  'Inspect, paint where needed, clean, change the locks, check smoke detectors and appliances.',
)

/** The vendors for each category of work that is not done in house. */
export const VENDORS: Record<Job['category'], readonly string[]> = {
  PLUMBING: ['Reliable Plumbing LLC', 'Clearwater Drain & Pipe', 'Ace Rooter Service'],
  ELECTRICAL: ['Brightline Electric', 'Volt Electrical Services'],
  HVAC: ['Four Seasons Heating & Air', 'Comfort Zone Mechanical', 'Blue Sky HVAC'],
  APPLIANCE: ['Appliance Doctor', 'Hometown Appliance Repair'],
  PEST_CONTROL: ['Guardian Pest Control', 'Green Leaf Exterminating'],
  LOCKS: ['Keystone Lock & Key', 'Metro Locksmith'],
  STRUCTURAL: ['Sturdy Hands Contracting', 'Northside Home Repair', 'Summit Roofing'],
  CLEANING: ['Sparkle Cleaning TaskPool', 'Fresh Start Janitorial'],
  UNIT_TURN: ['Quick Turn Painting', 'Fresh Start Janitorial', 'Sturdy Hands Contracting'],
  SAFETY: ['Sentinel Fire & Safety'],
  OTHER: ['Greenway Grounds', 'Northside Home Repair'],
}

function job(
  weight: number,
  category: Job['category'],
  priority: Job['priority'],
  cost: Job['cost'],
  title: string,
  description: string,
): Job {
  return { weight, category, priority, cost, title, description }
}
