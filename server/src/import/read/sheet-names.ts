/** Reads the name of a sheet, which may be that of a property, of a month, or of a list that is not a current rent roll. Pure. */
import { comparable } from './cells.ts'

/** Words that do not make a name that of a property. */
const NEUTRAL = new Set(
  'sheet tab page part report rent roll rentroll rr tenant tenants resident residents unit units lease leases list data export current occupied vacant all property properties details detail charges summary main master building bldg tower block phase and the by of with for payment payments receipt receipts ledger ledgers transactions work order orders'.split(
    ' ',
  ),
)
/** Words that say that a sheet is of another time, a copy, or not a rent roll. */
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
/** Text around the name of a property: that the sheet is a rent roll, or a copy. */
const AROUND_NAME =
  /\s*(?:[-–_:|]\s*)?\b(?:rent ?roll|tenants?|residents?|copy|backup|old|\(\d+\))\s*$|^rent ?roll\s*[-–_:|]?\s*(?:of |for )?|\s*\(\d+\)$/i

/**
 * Returns the property that a sheet is named after, without months, dates and words such as `Rent Roll`. If it names no property, `isOther` is whether the
 * name says that the sheet is of another time, a copy, or not a rent roll.
 */
export function readSheetName(name: string): { property: string | undefined; isOther: boolean } {
  let rest = name.trim()
  for (const period of PERIOD) rest = rest.replace(period, ' ').trim()
  const hasPeriod = rest !== name.trim()
  for (let before = ''; before !== rest; ) {
    before = rest
    rest = rest.replace(AROUND_NAME, '').trim()
  }
  rest = rest.replace(/^[-–_:|,.\s]+|[-–_:|,.\s]+$/g, '').replace(/\s+/g, ' ')
  if (
    /\p{L}{2}/u.test(rest) &&
    !wordsOf(rest).every(word => NEUTRAL.has(word) || OTHER.has(word) || !/\p{L}{2}/u.test(word))
  )
    return { property: rest, isOther: false }
  return { property: undefined, isOther: hasPeriod || isOtherList(name) }
}

/** Whether the name of a sheet says that it is a copy, or a list other than that of the present. */
export function isOtherList(name: string): boolean {
  return wordsOf(name).some(word => OTHER.has(word))
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? []
}

/** Whether a title is the full name that the name of a sheet begins: Excel allows only 31 characters there. */
export function isFullName(title: string, name: string): boolean {
  const [full, start] = [comparable(title), comparable(name)]
  return full.startsWith(start) && full !== start
}
