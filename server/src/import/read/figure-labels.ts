/** Recognizes the labels of figures that a report states below its rows, such as `Occupied SF` and `Loss to Lease`. */

const words = (text: string) => text.split(/\s+/).filter(Boolean)

/** Words that are a label by themselves. Those of a unit that is not for rent, such as Model and Office, are labels of units too. */
const ALONE = words(`
  occupied vacant occupancy vacancy leased unleased rented unrented available units models notice notices eviction evictions
  future delinquent delinquency prepaid collected mtm month-to-month gpr gpi noi walt count average avg mean median min max minimum maximum`)

const WORDS = new Set([
  ...ALONE,
  ...words(`
    unit property number no not on of to in per and for all % # percent percentage rate share
    sf sq sqft ft foot feet square area gla rsf nra psf
    grand overall month monthly year yearly annual annualized mo yr days day
    rent rents rental market potential scheduled effective gross net economic physical total loss gain lease leases income revenue non
    deposit deposits held balance balances due past amount
    current ready down model employee admin resident residents tenant tenants`),
])

/** Words of which the name of a resident or a property may consist, such as Max Gross and Market Square. */
const NAMES = new Set(words('max min gross net day days foot market square area property'))

/** Whether text is the label of a figure. `inPlaceOfName` asks for one that cannot be a name. */
export function isFigureLabel(text: string, inPlaceOfName = false): boolean {
  const label = text.slice(0, 100).replace(/[:=]\s*\$?[\d.,]*\s*%?$/, '')
  const found = wordsIn(label)
  if (found.length === 0 || /\d/.test(label) || !found.every(word => WORDS.has(word))) return false
  return (found.length > 1 || ALONE.includes(found[0]!)) && (!inPlaceOfName || !found.every(word => NAMES.has(word)))
}

/** Whether text is a figure, which may name what it counts: `1,400`, `95.2%`, `1,400 SF`. */
export function isFigure(text: string): boolean {
  return wordsIn(text.slice(0, 100)).every(word => WORDS.has(word))
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/month-to-month|[a-z]+|[%#]/g) ?? []
}
