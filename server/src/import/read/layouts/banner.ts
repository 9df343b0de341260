/** Finds the day and the property in the rows above a table. */
import { cleanCell } from '../cells.ts'
import { dayOfSerial, parseDate, WEEKDAY } from '../days.ts'

/** Finds the day of the report. `above` has one text per row above the header, with its cells joined by a space. */
export function dayIn(above: readonly string[]): string | undefined {
  return dayBy(DAYS, above) ?? above.map(monthIn).find(day => day !== undefined) ?? dayBy(WRITTEN_ON, above)
}

function dayBy(patterns: readonly RegExp[], above: readonly string[]): string | undefined {
  for (const pattern of patterns) {
    for (const text of above) {
      const found = pattern.exec(text)?.[1]
      const date = found === undefined ? undefined : dayOf(found)
      if (date) return date
    }
  }
  return undefined
}

/**
 * Finds the row above the table that states the day of the report in words that cannot be read, such as `As of May 2026` and `As of 2/30/2026`, if no
 * row states it readably. Balances and statuses of such a file are neither those of today nor those of the day of its export.
 */
export function unreadDayIn(above: readonly string[]): string | undefined {
  if (dayBy(STATED, above) !== undefined) return undefined
  return above.find(text => {
    const rest = STATEMENT.exec(text)?.[1]
    return rest !== undefined && /[a-z\d]/i.test(rest) && !NO_OTHER_DAY.test(rest)
  })
}

/** The first day of a report whose period is a month: `May 2026`, `Period: 05/2026`. */
function monthIn(text: string): string | undefined {
  const [, words = ''] =
    /^(?:(?:for (?:the )?)?(?:period|month|post month)\s*[:=]?\s*)?([a-z]{3,9}\.? \d{4}|\d{1,2}\/\d{4})$/i.exec(text) ??
    []
  const [month = '', year] = words.split(/[\s/]+/)
  return year === undefined
    ? undefined
    : parseDate(/\d/.test(month) ? `${month}/1/${year}` : `${month.replace('.', '')} 1, ${year}`)
}

const WRITTEN = String.raw`\d{1,2}[-/]\d{1,2}[-/]\d{2,4}|\d{1,2}[- ][a-z]{3,9}\.?[- ,]{1,2}\d{2,4}|\d{4}[-/]\d{1,2}[-/]\d{1,2}|[a-z]{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}|\d{5}(?!\d)`
const LABEL_END = String.raw`\b(?: date)?\s*[:=]?\s*`
const STATED_BY = ['as[ -]?of', 'rent roll date', 'report date', 'effective date']
const dayAfter = (label: string) =>
  new RegExp(String.raw`\b${label}${LABEL_END}(?:${WEEKDAY})?(${WRITTEN}|\d{8}(?!\d))`, 'i')
const STATED = STATED_BY.map(dayAfter)
const DAYS = [...STATED, ...['exported on', 'period'].map(dayAfter)]
  // A single day is the period of the report, and so is the first of two days.
  .concat(new RegExp(`^(${WRITTEN})(?: 0?0:00(?::00)?)?(?:\\s*(?:-|–|to|through)\\s*(?:${WRITTEN}))?$`, 'i'))

/** The day on which a report was written, which is nearer to that of its balances than the day of the import, if it states no other. */
const WRITTEN_ON = [
  '(?:printed|generated|created|prepared|run)(?: (?:on|at|date))?',
  '(?<!(?:start|end|begin|move|in|out|lease|from|to|thru|through|due|notice|expiration|birth|sort by)[ -])date',
].map(dayAfter)

/** A row that states the day of the report, and the words in which it does. */
const STATEMENT = new RegExp(String.raw`\b(?:${STATED_BY.join('|')})${LABEL_END}(.*)$`, 'is')
/** Words in place of a day that name no other day than the one that is taken without them. */
const NO_OTHER_DAY = /^(?:today|now|current|present|all|any|none|n\/a|the (?:report|day|date|time))\b/i

function dayOf(text: string): string | undefined {
  return parseDate(text) ?? dayOfSerial(text)
}

/** Finds the property of a report on one property: the first row above the table that is neither a title nor a date. */
export function propertyIn(above: readonly string[]): string | undefined {
  const rows = above.filter(text => text !== '' && !isPageText(text))
  // A name followed by a code in parentheses is certainly a property.
  return (rows.find(text => /\S\s*\([^()]+\)$/.test(text)) ?? rows[0])?.replace(/^propert(?:y|ies)\s*[:=]\s*/i, '')
}

/** Finds the property that a row above the table names as such: `Property: Maple Court`. Any other row there may be a title or the name of the office. */
export function labelledPropertyIn(above: readonly string[]): string | undefined {
  return named(LABELLED, above) ?? named(BUILDING, above)
}

function named(label: RegExp, above: readonly string[]): string | undefined {
  return above.flatMap(text => label.exec(text)?.[1] ?? []).find(name => !SEVERAL.test(name))
}

const LABELLED = /^(?:property|community)(?: name)?\s*[:=]\s*(\S.{0,399})$/i
/** A building stands in for the property, unless it is only a letter or a number, which any property may have. */
const BUILDING = /^building(?: name)?\s*[:=]\s*((?=.*\p{L}{3})\S.{0,399})$/iu
const SEVERAL =
  /^\(?(?:all|any|multiple|several|selected|various|\d+(?= (?:propert|building|communit|unit|select|of\b)|\)?$))\b|;/i

/** Whether a row is a title, a date, a page number or a setting of the report, and not the name of a property. */
export function isPageText(text: string): boolean {
  return NO_PROPERTY.test(text) || SYSTEM.test(text) || /^[\d/:,. -]+(?:[ap]m)?$/i.test(text)
}

/** Whether text is the header or footer of a page in words, or a day. Other digits alone may be the label of a unit. */
export function isPageFooter(text: string): boolean {
  return (/[a-z]{2}|\d:\d\d/i.test(text) || dayIn([text]) !== undefined) && isPageText(text)
}

const NO_PROPERTY =
  /rent ?roll|\bas of\b|\bas-of\b|^month year|^unit details|\bpage \d+|\d:\d\d\b|^mgt-|^onesite|^leasing\b|parameters|^for (?:the )?(?:selected|all)|^(?:selected|all) properties|exported on|printed|created on|generated|run (?:date|time|on)|^database\b|^(?:date|time|user|period)\b(?=(?: range| id| name)?\s*(?:$|[:=\d]))|^details$|^properties: (?:all|active|.*[;,])|^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.? \d|^(?:units|include|sort|group|status|filters?)\b.*:/i

/** The name of the system that wrote the report. */
const SYSTEM =
  /^(?:realpage(?:,? inc\.?)?(?: onesite)?|yardi(?: (?:voyager|breeze|systems))?(?:,? inc\.?)?|entrata|resman|buildium|appfolio(?: property manager)?|rent manager|propertyware|quickbooks(?: online)?)$/i

/** The cells of a row as one text. */
export function textOfRow(cells: readonly string[]): string {
  return cells.map(cleanCell).filter(Boolean).join(' ').slice(0, 1_000)
}
