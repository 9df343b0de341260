/** Splits the Property cell, `Name - street city, ST zip`, into its parts. */
import { withStateLetters } from './us-states.ts'

type PropertyText = {
  name: string
  address_line: string | undefined
  city: string | undefined
  state: string | undefined
  postal_code: string | undefined
}

/** Splits a Property cell. A cell without an address is a name, and an address without a name is named after its street. */
export function parseProperty(text: string): PropertyText {
  if (last?.text !== text) last = { text, property: readProperty(text) }
  return last.property
}

/** The text that was parsed last, because the rows of a property repeat it: to parse it in each took 13% of the time in which 50,000 rows are read. */
let last: { text: string; property: PropertyText } | undefined

function readProperty(text: string): PropertyText {
  const flat = text.replace(/\s+/g, ' ').trim()
  const { name, rest } = nameAndRest(flat)
  const address = parseAddress(rest)
  if (!address)
    return { name: flat, address_line: undefined, city: undefined, state: undefined, postal_code: undefined }
  return { name: name || address.address_line, ...address }
}

function nameAndRest(text: string): { name: string; rest: string } {
  const split = separatorOf(text)
  if (split !== undefined) return { name: text.slice(0, split).trim(), rest: text.slice(split + 3) }
  // `Cedar House, 5 Cedar Ln, Akron, OH 44301`: only a complete address shows that the comma ends a name.
  const [, name = '', rest = ''] = /^([^\d,][^,]*), ((?:\d+[a-z]?|\d+-\d+) [a-z\d].*)$/i.exec(text) ?? []
  const address = rest ? parseAddress(rest) : undefined
  return address?.city && address.state && address.postal_code ? { name, rest } : { name: '', rest: text }
}

type Address = {
  address_line: string
  city: string | undefined
  state: string | undefined
  postal_code: string | undefined
}

/** The country, which some systems write after the ZIP code. */
const COUNTRY = /(?<=\d),? (?:USA?|U\.S\.A?\.|United States(?: of America)?)$/i

/** Parses `120 Maple Ave Apt 4 Columbus, OH 43215`, with or without city, state and ZIP. Returns undefined if the text is not an address. */
export function parseAddress(written: string): Address | undefined {
  const text = withStateLetters(written.replace(COUNTRY, ''))
  const end = /,?\s+([a-z]{2})\.?,?\s+(\d{5}(?:-\d{4})?)$|,\s*([a-z]{2})$/i.exec(text)
  const body = (end ? text.slice(0, end.index) : text).trim().replace(/,$/, '')
  if (!body || (!end && !/^\d/.test(body))) return undefined
  const state = (end?.[1] ?? end?.[3])?.toUpperCase()
  if (!end) return { address_line: body, city: undefined, state, postal_code: undefined }
  return { ...splitCity(body), state, postal_code: end[2] }
}

/**
 * Finds the end of the name: the last ` - ` before a street number, because a name may contain ` - ` too, but not inside a range of street numbers
 * (`14105 - 14137 Chadron Ave`). Otherwise the last ` - ` of a cell that ends like an address.
 */
function separatorOf(text: string): number | undefined {
  const all = [...text.matchAll(/ - /g)].map(match => match.index)
  const beforeNumber = all.filter(at => /^\d/.test(text.slice(at + 3)) && !/(^| - )\d+$/.test(text.slice(0, at)))
  return beforeNumber.at(-1) ?? (parseAddress(text)?.state && !/^\d/.test(text) ? all.at(-1) : undefined)
}

/** The street for comparison: without case and punctuation, and with the words that addresses abbreviate in their short form. */
export function streetKey(line: string): string {
  const words = line.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return words.map(word => SHORT.get(word) ?? word).join('')
}

const UNIT_OF_STREET = /^(.*?\S)\s*(?:\b(?:apt|apartment|unit|suite|ste)\b\.?\s*#?|#)\s*([a-z\d-]{1,10})$/i

/** Splits `12 Elm St Apt 1` into the street and the unit in it; undefined for a street without one. */
export function unitInStreet(line: string): { street: string; unit: string } | undefined {
  const [, street, unit] = UNIT_OF_STREET.exec(line.trim()) ?? []
  return street && unit ? { street: street.replace(/,$/, ''), unit } : undefined
}

/** The words that addresses abbreviate, as the post office does. */
const SHORT = new Map(
  Object.entries({
    ...{ avenue: 'ave', boulevard: 'blvd', circle: 'cir', court: 'ct', cove: 'cv', crossing: 'xing', drive: 'dr' },
    ...{ highway: 'hwy', lane: 'ln', parkway: 'pkwy', place: 'pl', road: 'rd', square: 'sq', street: 'st' },
    ...{ terrace: 'ter', trail: 'trl', apartment: 'apt', building: 'bldg', suite: 'ste', mount: 'mt', saint: 'st' },
    ...{ north: 'n', south: 's', east: 'e', west: 'w', northeast: 'ne', northwest: 'nw', southeast: 'se' },
    ...{ southwest: 'sw' },
  }),
)

const SUFFIX =
  /^(?:ave|avenue|st|street|rd|road|dr|drive|ln|lane|blvd|boulevard|ct|court|cir|circle|pl|place|way|ter|terrace|pkwy|parkway|trl|trail|sq|square|loop|run|pike|plaza|row|path|pass|alley|aly|cove|cv|crossing|xing|bend|point|pt|ridge|broadway|hwy|highway|expy)\.?$/i
/** Suffixes that may follow another one, as in `Park Place Dr`. Words that begin the name of a city are not among them, such as the second `St` of `Oak St St Louis`. */
const SECOND_SUFFIX = /^(?:ave|avenue|rd|road|dr|drive|ln|lane|blvd|boulevard|ct|cir|circle|way|pkwy|parkway)\.?$/i
const ROUTE = /^(?:hwy|highway|route|rte|rt|fm|cr|sr|us)\.?$/i
const DIRECTION = /^(?:n|s|e|w|ne|nw|se|sw)\.?$/i
const UNIT = /^(?:apt|apartment|unit|units|suite|ste|bldg|building|fl|floor|rm|room|lot|trlr|#)\.?$/i
const CITY_OPENING =
  /^(?:san|santa|los|las|new|fort|ft\.?|saint|st\.?|el|la|le|north|south|east|west|mount|mt\.?|lake|palm|port)$/i

/** Splits street and city. AppFolio puts nothing between them, so the city begins after the street's suffix, direction and suite. */
function splitCity(body: string): { address_line: string; city: string | undefined } {
  const words = body.split(' ')
  const comma = words.findLastIndex(word => word.endsWith(','))
  const cut = comma === -1 ? streetEnd(words) : unitEnd(words, comma + 1)
  const address_line = words.slice(0, cut).join(' ').replace(/,$/, '')
  return { address_line, city: words.slice(cut).join(' ') || undefined }
}

/** Returns the index of the first word after the street, and leaves at least one word for the city. */
function streetEnd(words: string[]): number {
  const last = words.length - 1
  const isNumber = /\d/.test(words[0] ?? '')
  for (let index = isNumber ? 1 : 0; index < last; index++) {
    const word = words[index]!
    if (ROUTE.test(word) && /^\d/.test(words[index + 1] ?? '')) return unitEnd(words, index + 2)
    // A suffix right after the number is part of the street name: `120 St Clair Ave`, `500 Court St`.
    if (!SUFFIX.test(word) || (index === 1 && isNumber && !/^broadway$/i.test(word))) continue
    let end = index + 1
    while (end < last && SECOND_SUFFIX.test(words[end] as string)) end++
    return unitEnd(words, end)
  }
  const opening = words[last - 1]
  return opening !== undefined && last - 1 > 1 && CITY_OPENING.test(opening) ? last - 1 : Math.max(last, 1)
}

/** Moves `from` past a direction and a suite. */
function unitEnd(words: string[], from: number): number {
  let end = from
  if (end < words.length - 1 && DIRECTION.test(words[end] as string)) end++
  if (end < words.length - 2 && UNIT.test(words[end] as string)) end += 2
  else if (end < words.length - 1 && /^#./.test(words[end] as string)) end++
  return Math.min(end, words.length)
}
