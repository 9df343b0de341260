/** Values of a query parameter at, inside and beyond what its schema accepts. */
import { MAX_URI_LENGTH, MONTH } from '#contract/values.ts'
import { isLongRun } from '../sizes.ts'

export type ParameterSchema = {
  type: string
  format?: string
  enum?: string[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
}

/**
 * How many values an operation takes if it is not the first with its kind of parameter; the first two values are the
 * bounds.
 */
const SHARE = 3
const turns = new Map<string, number>()

/**
 * The values that one operation is called with. One function reads a kind of parameter for all operations, so in the short size only the first
 * operation takes every value; each of the others takes the bounds and the next value in rotation. In the long size every operation takes every
 * value.
 */
export function shareOf(values: readonly string[]): string[] {
  const kind = values.join()
  const turn = turns.get(kind) ?? 0
  turns.set(kind, turn + 1)
  if (isLongRun || turn === 0 || values.length <= SHARE) return [...values]
  const others = values.slice(2)
  return [...values.slice(0, 2), others[turn % others.length] as string]
}

/** Values that are accepted and values that are refused; throws for an unknown kind of parameter. */
export function casesOf(schema: ParameterSchema): { good: string[]; bad: string[] } {
  if (schema.type === 'integer') return integers(schema.minimum as number, schema.maximum as number)
  assertText(schema)
  if (schema.enum) return words(schema.enum)
  if (schema.format === 'date-time') return { good: INSTANTS, bad: NO_INSTANTS }
  if (schema.format === 'date') return { good: DAYS, bad: NO_DAYS }
  // The tests are in March 2026, and a month that is billed is at most a year ahead.
  if (schema.pattern === MONTH)
    return { good: ['2026-04', '1900-01', '2027-03'], bad: ['2026-13', '2026-4', '1899-12', '2027-04', 'é'.repeat(7)] }
  return lengths(schema.minLength as number, schema.maxLength as number)
}

function assertText({ type, format }: ParameterSchema): void {
  if (type === 'string' && (format === undefined || format === 'date' || format === 'date-time')) return
  throw new Error(`No cases are written for a query parameter of type ${type} and format ${format}`)
}

/** Leading zeros are plain digits too; signs, points, exponents and spaces are not. */
function integers(minimum: number, maximum: number): { good: string[]; bad: string[] } {
  return {
    good: [`${minimum}`, `${maximum}`, `0${minimum}`],
    bad: [
      ...[minimum - 1, maximum + 1, `+${minimum}`, ` ${minimum}`, `${minimum} `, `${minimum}.0`, `${minimum}e0`].map(
        String,
      ),
      ...['-0', '0x1', '٥', 'five', 'null', 'NaN', 'true', '1\0', '9'.repeat(16), '9'.repeat(400), '1_0', '1,0'],
    ],
  }
}

function words(values: string[]): { good: string[]; bad: string[] } {
  const good = values.flatMap(value => [value, value.toLowerCase(), value[0] + value.slice(1).toLowerCase()])
  return { good: [...new Set(good)], bad: ['NONSENSE', `${values[0]} `, `${values[0]},${values[1]}`, `${values[0]}\0`] }
}

/**
 * The longest accepted length is tested if the address has room for it; the length of an ID is limited only by the
 * address.
 */
function lengths(minimum: number, maximum: number): { good: string[]; bad: string[] } {
  const text = (length: number) => 'é'.repeat(length)
  const roomy = maximum < MAX_URI_LENGTH / 8
  return {
    good: [
      text(minimum),
      `\0${text(minimum - 1)}`,
      '🏠'.repeat(minimum),
      ...(roomy ? [text(maximum), '🏠'.repeat(maximum)] : []),
    ],
    bad: [...(minimum > 1 ? [text(minimum - 1), '🏠'.repeat(minimum - 1)] : []), ...(roomy ? [text(maximum + 1)] : [])],
  }
}

const INSTANTS = [
  '2026-03-01T00:00:00Z',
  '2026-03-01t00:00:00z',
  '2026-03-01T00:00:00.123456789Z',
  '2026-03-01T00:00:00+14:00',
  '2026-03-01T00:00:00 01:00',
  '2026-03-01T00:00:00-12:00',
  '2024-02-29T23:59:59Z',
  '1900-01-01T00:00:00Z',
  '2999-12-31T23:59:59.999Z',
]

const NO_INSTANTS = [
  'yesterday',
  '1772355600',
  '2026-03-01',
  '2026-03-01T00:00Z',
  '2026-03-01T00:00:00',
  '2026-03-01T00:00:00.Z',
  '2026-02-29T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-03-01T24:00:00Z',
  '2026-03-01T23:60:00Z',
  '2026-03-01T00:00:00+24:00',
  '2026-03-01T00:00:00+0100',
  '1899-12-31T23:59:59Z',
  '3000-01-01T00:00:00Z',
  '+002026-03-01T00:00:00Z',
  ' 2026-03-01T00:00:00Z',
  '2026-03-01T00:00:00Z\0',
]

const DAYS = ['2026-03-01', '2024-02-29', '1900-01-01', '2999-12-31']
const NO_DAYS = [
  '2026-02-29',
  '2026-3-1',
  '2026-03-01T00:00:00Z',
  '20260301',
  '1899-12-31',
  '3000-01-01',
  'today',
  '2026-03-01 ',
]
