/**
 * How a column is converted to a JavaScript value. A type that is not listed here stays the text that PostgreSQL sent.
 *
 * - `bigint` → number, within the safe integers; `numeric` → number, when integral and safe or of at most 15 significant digits. Anything else is
 *   an error, never a rounded number: cast `avg()` to `float8`, longer figures to `text`.
 * - `date` → `YYYY-MM-DD`; `timestamptz` → `YYYY-MM-DDTHH:MM:SS.mmmZ`, cut to the millisecond. Both need the session of `session.ts`.
 * - `json`, `jsonb` → parsed; `bytea` → Buffer; arrays of text, uuid, integers, booleans, dates and instants → arrays.
 */
import pg from 'pg'
import { UnreadableValue } from './failure.ts'

/** The `types` option, which is set on each of our connections, so that other users of the driver are not affected. */
export const columnTypes = {
  getTypeParser: (oid: number) => PARSERS.get(oid) ?? asText,
} as unknown as pg.CustomTypesConfig

type Parse = (text: string) => unknown

const {
  BOOL,
  BYTEA,
  DATE,
  FLOAT4,
  FLOAT8,
  INT2,
  INT4,
  INT8,
  JSON: JSON_TEXT,
  JSONB,
  NUMERIC,
  TIMESTAMPTZ,
} = pg.types.builtins
/** The types of arrays, which the driver does not name. */
const BOOL_ARRAY = 1000
const INT2_ARRAY = 1005
const INT4_ARRAY = 1007
export const TEXT_ARRAY = 1009
const VARCHAR_ARRAY = 1015
const INT8_ARRAY = 1016
const DATE_ARRAY = 1182
const TIMESTAMPTZ_ARRAY = 1185
const UUID_ARRAY = 2951

const asText: Parse = text => text
const bool: Parse = text => text === 't'
const splitArray = pg.types.getTypeParser(TEXT_ARRAY as number) as (text: string) => (string | null)[]

const PARSERS: ReadonlyMap<number, Parse> = new Map<number, Parse>([
  [BOOL, bool],
  [BYTEA, text => Buffer.from(text.slice(2), 'hex')],
  [DATE, asText],
  [FLOAT4, Number],
  [FLOAT8, Number],
  [INT2, Number],
  [INT4, Number],
  [INT8, exactNumber],
  [JSON_TEXT, text => JSON.parse(text)],
  [JSONB, text => JSON.parse(text)],
  [NUMERIC, exactNumber],
  [TIMESTAMPTZ, instant],
  [BOOL_ARRAY, arrayOf(bool)],
  [INT2_ARRAY, arrayOf(Number)],
  [INT4_ARRAY, arrayOf(Number)],
  [INT8_ARRAY, arrayOf(exactNumber)],
  [VARCHAR_ARRAY, arrayOf(asText)],
  [TEXT_ARRAY, arrayOf(asText)],
  [DATE_ARRAY, arrayOf(asText)],
  [TIMESTAMPTZ_ARRAY, arrayOf(instant)],
  [UUID_ARRAY, arrayOf(asText)],
])

function exactNumber(text: string): number {
  const number = Number(text)
  if (text.includes('.')) {
    const significant = text.replace(/[-.]/g, '').replace(/^0+|0+$/g, '')
    if (significant.length <= 15) return number
  } else if (Number.isSafeInteger(number)) return number
  throw new UnreadableValue(`${text} is not exact as a number`)
}

/** Converts `2026-01-02 03:04:05.678901+00` to `2026-01-02T03:04:05.678Z`, by position, because `new Date` costs ten times as much. */
function instant(text: string): string {
  if (text[4] !== '-' || text[10] !== ' ' || !text.endsWith('+00')) {
    throw new UnreadableValue(`${text} is not an instant in UTC`)
  }
  const milliseconds = text.slice(20, -3).slice(0, 3).padEnd(3, '0')
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`
}

function arrayOf(parse: Parse): Parse {
  return text => splitArray(text).map(item => (item === null ? null : parse(item)))
}
