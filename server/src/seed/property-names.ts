/** Names of properties, streets and owners. */
import { namePerson } from './people.ts'
import type { Random } from './random.ts'

/** A community's name, such as `Willow Creek Apartments` or `The Lofts at Harbor Pointe`. */
export function nameCommunity(random: Random): string {
  const place = `${random.pick(LANDSCAPES)} ${random.pick(FEATURES)}`
  const building = random.pick(BUILDINGS)
  return random.pick([place, `${place} Apartments`, `${place} Apartments`, `${building} at ${place}`, `The ${place}`])
}

/** The name of a group of townhouses, such as `Juniper Ridge Townhomes`. */
export function nameTownhouses(random: Random): string {
  return `${random.pick(LANDSCAPES)} ${random.pick(FEATURES)} ${random.pick(['Townhomes', 'Townhomes', 'Rowhomes', 'Villas'])}`
}

/** A street address, such as `1423 N Magnolia Ave`. */
export function nameAddress(random: Random): string {
  const number = random.integer(1, 99) * random.pick([10, 100, 100]) + random.integer(1, 99)
  const direction = random.chance(0.25) ? `${random.pick(['N', 'S', 'E', 'W'])} ` : ''
  const street = random.chance(0.12) ? random.pick(NUMBERED_STREETS) : random.pick(STREETS)
  return `${number} ${direction}${street} ${random.pick(STREET_SUFFIXES)}`
}

/** The owner: a company for a community, and mostly a family or a small partnership for a house. */
export function nameOwner(random: Random, isLarge: boolean): string {
  if (isLarge) {
    const firm = `${random.pick(FIRMS)} ${random.pick(['Residential', 'Capital', 'Realty', 'Property', 'Housing', 'Multifamily'])}`
    return `${firm} ${random.pick(['Partners LP', 'Holdings LLC', 'Fund II LP', 'Fund III LP', 'Trust', 'Investors LLC'])}`
  }
  const person = namePerson(random)
  return random.pick([
    `${person.first_name} ${person.last_name}`,
    `${person.first_name} and ${namePerson(random).first_name} ${person.last_name}`,
    `${person.last_name} Family Trust`,
    `${person.last_name} Properties LLC`,
    `${random.pick(FIRMS)} Homes LLC`,
  ])
}

const LANDSCAPES =
  words(`Willow Cedar Maple Juniper Magnolia Cypress Aspen Hawthorn Sycamore Laurel Birch Chestnut Hickory
  Harbor River Lake Stone Granite Copper Silver Golden Autumn Summit Meadow Prairie Canyon Orchard Heron Falcon Quail
  Wren Fox Deer Mill Ivy Clover Sage Lantern Mariner Highland Park Garden Union Station Foundry Bell`)
const FEATURES =
  words(`Creek Ridge Bend Pointe Grove Landing Crossing Run Glen Hollow Terrace Commons Place Court Heights
  Square Trace Village Gate Bluff Springs Shores Vista Row Green Walk Preserve Hill`)
const BUILDINGS = [
  'The Residences',
  'The Lofts',
  'The Flats',
  'The Retreat',
  'The Reserve',
  'The Enclave',
  'Residences',
]
const STREETS =
  words(`Magnolia Oak Maple Cedar Elm Pine Walnut Chestnut Washington Jefferson Madison Monroe Lincoln Franklin
  Jackson Park Lake Hill Ridge Sunset Highland Meadow Willow Dogwood Peachtree Spring Mill Church Main College Market
  Prospect Forest Valley River Garfield Harrison Grant Laurel Linden Sherman Juniper Hawthorne Sycamore Adams Cherry
  Summit Fairview Glenwood Lakeview Woodlawn Belmont Oakwood Cottonwood Piedmont Lexington Clinton Douglas`)
const NUMBERED_STREETS = words('2nd 3rd 4th 5th 6th 7th 8th 9th 10th 11th 12th 14th 17th 19th 21st 23rd 32nd 40th')
const STREET_SUFFIXES = words('St St St St Ave Ave Ave Dr Dr Rd Ln Ct Blvd Pl Way')
const FIRMS =
  words(`Bluebird Northgate Ironwood Clearwater Summit Keystone Lakeshore Redwood Bluestem Cornerstone Meridian
  Pinnacle Stonebridge Westfield Harborview Silverline Tidewater Longleaf Sandhill Brightwater Foxglove Ridgeline`)

function words(text: string): string[] {
  return text.split(/\s+/)
}
