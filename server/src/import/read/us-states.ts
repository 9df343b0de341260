/** The states of the United States by their names, as people write them in place of the two letters. Pure. */

const NAMES =
  `AL Alabama, AK Alaska, AZ Arizona, AR Arkansas, CA California, CO Colorado, CT Connecticut, DE Delaware, DC District of Columbia,
FL Florida, GA Georgia, HI Hawaii, ID Idaho, IL Illinois, IN Indiana, IA Iowa, KS Kansas, KY Kentucky, LA Louisiana, ME Maine, MD Maryland,
MA Massachusetts, MI Michigan, MN Minnesota, MS Mississippi, MO Missouri, MT Montana, NE Nebraska, NV Nevada, NH New Hampshire, NJ New Jersey,
NM New Mexico, NY New York, NC North Carolina, ND North Dakota, OH Ohio, OK Oklahoma, OR Oregon, PA Pennsylvania, PR Puerto Rico, RI Rhode Island,
SC South Carolina, SD South Dakota, TN Tennessee, TX Texas, UT Utah, VT Vermont, VA Virginia, WA Washington, WV West Virginia, WI Wisconsin,
WY Wyoming`.split(/,\s+/)

const LETTERS = new Map(NAMES.map(each => [each.slice(3).toLowerCase(), each.slice(0, 2)]))
const AT_END = new RegExp(
  String.raw`,\s*(${NAMES.map(each => each.slice(3)).join('|')})(?=,?\s+\d{5}(?:-\d{4})?$)`,
  'i',
)

/** Returns the two letters of a state, from its letters or its name. */
export function stateLetters(text: string): string | undefined {
  return /^[a-z]{2}$/i.test(text) ? text.toUpperCase() : LETTERS.get(text.toLowerCase())
}

/** Returns an address that ends in the name of a state and a ZIP code with the two letters of the state. */
export function withStateLetters(address: string): string {
  return address.replace(AT_END, (_, name: string) => `, ${stateLetters(name)}`)
}
