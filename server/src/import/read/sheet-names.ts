/** Reads the name of a sheet: it may be the property of its units, and it may say that they are of another time. Pure. */
import { comparable } from './cells.ts'

/** Words of a name that is no property. */
const NEUTRAL = new Set(
  'sheet tab page part report rent roll rentroll rr tenant tenants resident residents unit units lease leases list data export current occupied vacant all property properties details detail charges summary main master building bldg tower block phase and the by of with for'.split(
    ' ',
  ),
)
/** Words of a name that says that the units are those of another time, or are none. */
const OTHER = new Set(
  'former past previous old archive archived inactive moved out future applicants prospects template sample example draft copy backup instructions'.split(
    ' ',
  ),
)
const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const PERIOD = [
  new RegExp(`\\b${MONTH}\\.?[ '’_-]*(?:\\d{1,2},? +)?(?:19|20)?\\d\\d\\b`, 'gi'),
  new RegExp(`\\b${MONTH}\\.?$`, 'gi'),
  /\b\d{1,2}[-._ ]\d{1,2}[-._ ](?:19|20)?\d\d\b|\b\d{1,2}[-._](?:19|20)\d\d\b/g,
  /\b(?:q[1-4]|[1-4]q|fy)?[ -]*(?:19|20)\d\d$/gi,
]
/** What is added to the name of a property: that the sheet is a rent roll, and that it is a copy. */
const ADDED =
  /\s*(?:[-–_:|]\s*)?\b(?:rent ?roll|tenants?|residents?|copy|backup|old|\(\d+\))\s*$|^rent ?roll\s*[-–_:|]?\s*(?:of |for )?|\s*\(\d+\)$/i

/** `property` is what the sheet is named after, and `isOther` is whether its name says that its units are those of another time, or are none. */
export function readSheetName(name: string): { property: string | undefined; isOther: boolean } {
  let rest = name.trim()
  for (const period of PERIOD) rest = rest.replace(period, ' ').trim()
  const hasPeriod = rest !== name.trim()
  for (let before = ''; before !== rest; ) {
    before = rest
    rest = rest.replace(ADDED, '').trim()
  }
  rest = rest.replace(/^[-–_:|,.\s]+|[-–_:|,.\s]+$/g, '').replace(/\s+/g, ' ')
  if (
    /\p{L}{2}/u.test(rest) &&
    !wordsOf(rest).every(word => NEUTRAL.has(word) || OTHER.has(word) || !/\p{L}{2}/u.test(word))
  )
    return { property: rest, isOther: false }
  return { property: undefined, isOther: hasPeriod || wordsOf(name).some(word => OTHER.has(word)) }
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? []
}

/** Whether a title is the whole name of which a sheet has the beginning, because the name of a sheet has at most 31 characters. */
export function isWholeName(title: string, name: string): boolean {
  const [whole, part] = [comparable(title), comparable(name)]
  return whole.startsWith(part) && whole !== part
}
