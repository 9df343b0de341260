/**
 * Reads the residents named in one cell, the primary resident first. The rules, in order:
 *
 * 1. Line breaks, semicolons, `|`, `\` and ` w/ ` separate residents. A company (LLC, Inc, Trust …) or business (Bakery, Salon …) is one resident. Notes on a resident
 *    are not part of the name: `(Guarantor)`, `**`, `et al.`, `c/o …`, a phone number.
 * 2. ` & `, ` and `, ` + ` and `/` separate residents who may share a last name: `John & Jane Smith`, `Smith, John/Jane`.
 * 3. Commas: one comma with a single word on either side, apart from `Jr.` and the like, or a particle in front (`De La Cruz, Ana Maria`), is
 *    `Last, First`. So is any single comma in a system that always writes names in this order (`García Márquez, Ana María`).
 *    With more commas, a list that begins with a single word is pairs of `Last, First`; any other is a list of full names.
 *    `Jr.`, `III` and the like belong to the name before them.
 * 4. A full name ends with its last name, including particles (`de la`, `van`) and `Jr.`. A single word is a last name.
 */
import { isEmail } from './contacts.ts'
import { isNote, NOTES, withoutNotes } from './name-notes.ts'

export type PersonName = { first_name: string; last_name: string; email: string | undefined }

/** How a system writes the name of one resident; without it, the words decide. */
export type NameOrder = 'LAST_FIRST' | undefined

export function parseResidents(cell: string, order?: NameOrder): PersonName[] {
  const { names, emails } = linesIn(cell)
  const people = names.flatMap(line => {
    const { name, email } = splitEmail(line.replace(PARENT, ''))
    const named = isCompany(name) ? [{ first_name: '', last_name: name }] : parseSharedNames(bareName(name), order)
    return named.map((person, index) => ({ ...person, email: index === 0 ? email : undefined }))
  })
  const ofEach = emails.length === people.length ? emails : emails.slice(0, 1)
  return people.map((person, index) => ({ ...person, email: person.email ?? ofEach[index] }))
}

/** The lines of a cell that name residents, those with an e-mail address alone, and the notes. If no line is a name, all of them are. */
function linesIn(cell: string): { names: string[]; emails: string[]; notes: string[] } {
  const lines = cell
    .split(BETWEEN)
    .map(line => line.trim())
    .filter(line => line.replace(PARENT, '') !== '')
  const emails = lines.filter(isEmail)
  const others = lines.filter(line => !emails.includes(line))
  const names = others.filter(line => isCompany(line) || !isNote(line))
  if (names.length === 0) return { names: lines, emails: [], notes: [] }
  return { names, emails, notes: others.filter(line => !names.includes(line)) }
}

/** What certainly separates residents; ` w/ ` is short for “with”. */
const BETWEEN = /[;\n|\\]+|\s+w\/\s*/i

type Person = { first_name: string; last_name: string; lastNameFirst?: boolean }

/** Words that only a company has; words that are also last names (Church, Banks) are not among them. */
const COMPANY =
  /\b(?:P?LLC|P?\.?L\.L\.C|Inc|Corp|Corporation|Ltd|L?LLP|LP|Company|Trust|Foundation|Holdings|Properties|Partners|Partnership|Associates|Association|Authority|Department|Enterprises|Group|Ministries|University|dba|d\/b\/a|(?:City|County|Estate|State|Town|Village) of)\b|\bCo\.$|(?:&|\band) Sons\b/i
/** What only the name of a business ends with: `Oak/Elm Bakery`. Words that are also last names, such as Coffee and Bank, are not among them. */
const BUSINESS =
  /\b(?:Bakery|Restaurant|Salon|Caf[eé]|Deli|Pizza|Pizzeria|Tavern|Pub|Boutique|Pharmacy|Clinic|Dental|Dentistry|Chiropractic|Insurance|Realty|Plumbing|Electric|Construction|Consulting|Laundromat|Cleaners|Barbershop|Nails|Spa|Fitness|Gym|Yoga|Daycare|Preschool|Academy|Credit Union|Hardware|Flooring|Florist|Brewing|Brewery|Catering|Grocery|Supermarket|Liquors?|Automotive|Tires|Towing|Services|Solutions|Systems|Technologies|Logistics|Trucking|Supply|Industries|Manufacturing|Medical|Pediatrics|Law (?:Firm|Offices?)|Attorneys|Accounting|Agency|Studios?)$/i
const OFFICE = /\bOffices? of\b|, (?:P\.?[AC]|N\.?A)\.?$/i
/** `AT&T` and the like. */
const INITIALS = /^[A-Z]{1,3}&[A-Z]{1,3}$/
const SUFFIX = /^(?:jr|sr|ii|iii|iv|2nd|3rd|esq|m\.?d|ph\.?d|dds|dmd|dvm|cpa|rn)\.?$/i
const PARTICLE = /^(?:de|del|della|di|da|dos|du|la|le|van|von|der|den|ter|st\.|mac|al|el|bin|ibn)$/i

function isCompany(name: string): boolean {
  const bare = bareName(name)
  const isBusiness = bare.includes(' ') && !bare.includes(',') && BUSINESS.test(bare.slice(-40))
  return isBusiness || COMPANY.test(bare) || OFFICE.test(bare) || INITIALS.test(name)
}

/** What stands in front of a customer's name in QuickBooks, such as the property: `Maple Court:Ann Elm`. */
const PARENT = /^(?:[^<>@()]|\([^()]*\))*(?<=[a-z)]\s*):\s*(?=[a-z\d])/i

/** The notes in a cell of names, which are reported because they are not imported. */
export function notesIn(cell: string): string[] {
  const { names, notes: lines } = linesIn(cell)
  const inNames = names.flatMap(text => {
    const parent = (PARENT.exec(text)?.[0] ?? '').trim()
    const { name } = splitEmail(text.replace(PARENT, ''))
    const notes = isCompany(name) || bareName(name) === name ? [] : (name.match(NOTES) ?? []).map(note => note.trim())
    return parent === '' ? notes : [parent, ...notes]
  })
  return [...inNames, ...lines]
}

/** A name without the notes on it. If nothing else is in the cell, it is the name. */
function bareName(name: string): string {
  return withoutNotes(name) || name
}

function splitEmail(group: string): { name: string; email: string | undefined } {
  const match = /^([^<>]+)<([^<>]+)>$/.exec(group) ?? /^([^<>@]*[^<>@\s,])[\s,]+([^\s@<>,]+@[^\s@<>,]+)$/.exec(group)
  return match?.[2] && isEmail(match[2].trim())
    ? { name: match[1]!.trim(), email: match[2].trim() }
    : { name: group, email: undefined }
}

/**
 * Reads names that may share a last name. A first name alone takes the last name of a neighbor: of the one before in `Last, First` order, else of the
 * next.
 */
function parseSharedNames(text: string, order: NameOrder): { first_name: string; last_name: string }[] {
  // A slash between last names is part of one: `García/López, Ana`.
  const separator = /^[^\s,/]+\/[^\s,/]+,/.test(text) ? / ?& ?| and | \+ /i : / ?& ?| and | \+ | ?\/ ?/i
  const people: Person[] = (pairIn(text) ?? text.split(separator)).flatMap(names => parseList(names, order))
  // From the end, because a search from each first name for the next last name took 0.4 s for a cell of 5,000 characters.
  const nextNames = new Map<Person, string>()
  let next = ''
  for (const person of people.toReversed()) {
    nextNames.set(person, next)
    next = withoutSuffix(person.last_name) || next
  }
  people.forEach((person, index) => {
    if (person.last_name) return
    const before = people[index - 1]
    person.last_name = (before?.lastNameFirst ? '' : nextNames.get(person)) || withoutSuffix(before?.last_name ?? '')
    if (before?.lastNameFirst) person.lastNameFirst = true
  })
  return people.map(({ first_name, last_name }) =>
    last_name ? { first_name, last_name } : { first_name: '', last_name: first_name },
  )
}

/** Two full names with a hyphen between them: `Ann Elm - Bo Fir`. */
function pairIn(text: string): string[] | undefined {
  const names = text.split(/ [-–] /)
  return names.length === 2 && names.every(name => FULL_NAME.test(name)) ? names : undefined
}

const FULL_NAME = /^\p{Lu}[\p{L}.'’-]* (?:\p{L}\.? )?\p{Lu}[\p{L}'’-]+$/u

/** Returns a last name without `Jr.`, for another resident who shares it. */
function withoutSuffix(name: string): string {
  return wordsOf(name).slice(0, lengthOf(name)).join(' ')
}

/** Reads names that no `&` separates; a first name alone has an empty last name. */
function parseList(text: string, order: NameOrder): Person[] {
  const parts: string[] = []
  for (const part of text
    .split(',')
    .map(piece => piece.trim())
    .filter(Boolean)) {
    if (parts.length > 0 && SUFFIX.test(part)) parts.push(`${parts.pop()} ${part}`)
    else parts.push(part)
  }
  const [first, second] = parts
  if (first === undefined) return []
  if (second === undefined) return [parseFullName(first)]
  if (parts.length === 2) {
    const isReversed =
      order === 'LAST_FIRST' ||
      lengthOf(first) === 1 ||
      lengthOf(second) === 1 ||
      PARTICLE.test(wordsOf(first)[0] ?? '')
    return isReversed ? [lastFirst(first, second)] : [parseFullName(first), parseFullName(second)]
  }
  if (wordsOf(first).length > 1) return parts.map(parseFullName)
  const people: Person[] = []
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index]!
    const next = parts[index + 1]
    if (wordsOf(part).length === 1 && next !== undefined) {
      people.push(lastFirst(part, next))
      index++
    } else people.push(parseFullName(part))
  }
  return people
}

/** `Smith` and `John Jr.` → first name `John`, last name `Smith Jr.` */
function lastFirst(last: string, first: string): Person {
  const words = wordsOf(first)
  const end = lengthOf(first)
  const last_name = [last, ...words.slice(end)].join(' ')
  return { first_name: words.slice(0, end).join(' '), last_name, lastNameFirst: true }
}

/** `Jane B. van Dyke Jr.` → first name `Jane B.`, last name `van Dyke Jr.`; `Jane` and `Jane B.` have no last name. */
function parseFullName(name: string): Person {
  const words = wordsOf(name)
  const end = lengthOf(name)
  if (end === 1 || (end === 2 && /^[a-z]\.?$/i.test(words[1] as string))) return { first_name: name, last_name: '' }
  let start = end - 1
  while (start > 1 && PARTICLE.test(words[start - 1] as string)) start--
  return { first_name: words.slice(0, start).join(' '), last_name: words.slice(start).join(' ') }
}

/** How many words a name has without `Jr.` and the like at its end. */
function lengthOf(name: string): number {
  const words = wordsOf(name)
  let end = words.length
  while (end > 1 && SUFFIX.test(words[end - 1] as string)) end--
  return end
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean)
}
