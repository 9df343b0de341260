/** Every SQL statement of the service: those its files export, and those of every list with its filters and in every order. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { RECORD_TYPE_NAMES } from '#contract/v1/changes.ts'
import { type ListDefinition, listStatement } from '#server/db/list.ts'
import { sumStatement } from '#server/db/list-sums.ts'
import { Statement } from '#server/db/statement.ts'
import { groupQueries } from '#server/domain/property-groups/queries.ts'
import { isLongRun } from '../sizes.ts'

const SOURCE = fileURLToPath(new URL('../../src/', import.meta.url))

export type Found = { statement: Statement<unknown>; file: string }

export async function findStatements(): Promise<Found[]> {
  const found: Found[] = []
  for (const { value, file } of await exportsOf()) {
    if (value instanceof Statement) found.push({ statement: value, file })
    else if (isList(value)) found.push(...everyFilterAndSort(value).map(statement => ({ statement, file })))
  }
  return found
}

/** The statement of a long list, with the filters it is for. */
export type FoundLong = {
  statement: Statement<unknown>
  list: ListDefinition<string, string>
  given: readonly string[]
}

/** The statements of every list whose total is kept, in the list's own order, with every combination of filters that a call can request. */
export async function findLong(): Promise<FoundLong[]> {
  return (await exportsOf())
    .map(({ value }) => value)
    .filter(isList)
    .filter(({ counted }) => counted)
    .flatMap(list =>
      combinationsOf(Object.keys(list.filters))
        .filter(given => given.filter(filter => STATUS_FILTERS.has(filter)).length <= 1)
        .map(given => ({ statement: listStatement(list, given, fixedParametersOf(list)), list, given })),
    )
}

/** A call names one status, and each of these filters stands for one status or several. */
const STATUS_FILTERS = new Set(['status', 'paid', 'completed', 'open', 'overdue'])

async function exportsOf(): Promise<{ value: unknown; file: string }[]> {
  const found: { value: unknown; file: string }[] = []
  for (const file of globSync('**/*.ts', { cwd: SOURCE }).sort()) {
    // Other files declare no statement, and importing all of them would run the command line.
    if (!/\b(statement|byIdsStatement)(<.*>)?\(|: ListDefinition</.test(readFileSync(`${SOURCE}${file}`, 'utf8')))
      continue
    const exported: Record<string, unknown> = await import(`${SOURCE}${file}`)
    for (const value of Object.values(exported).flatMap(withinRecord)) found.push({ value, file })
  }
  for (const noun of ['owner', 'portfolio'] as const)
    for (const value of Object.values(groupQueries(noun)))
      found.push({ value, file: 'domain/property-groups/queries.ts' })
  return found
}

/** The statements of an exported record that holds nothing else, or the exported value itself. */
function withinRecord(value: unknown): unknown[] {
  const values = value !== null && typeof value === 'object' ? Object.values(value) : []
  return values.length > 0 && values.every(one => one instanceof Statement) ? values : [value]
}

/** Files in which a function makes statements, with how many it makes: at the top of the file, or for each noun in `exportsOf`. */
const MADE: Record<string, number> = {
  'domain/changes/record-ids.ts': RECORD_TYPE_NAMES.length,
  'domain/property-groups/queries.ts': 2 * 6,
}

/** The number of statements and lists that the files declare, exported or not, wherever in the file they are. */
export function countDeclarations(): number {
  const declarations = /(?<!function )\b(statement|byIdsStatement)(<[^(]*>)?\(|: ListDefinition<[^>]*> = /g
  return globSync('**/*.ts', { cwd: SOURCE })
    .map(file => MADE[file] ?? readFileSync(`${SOURCE}${file}`, 'utf8').match(declarations)?.length ?? 0)
    .reduce((sum, count) => sum + count, 0)
}

function isList(value: unknown): value is ListDefinition<string, string> {
  return value !== null && typeof value === 'object' && 'matching' in value && 'filters' in value
}

/**
 * The order of a list does not change its conditions, and its filters do not change its joins, so both vary separately. In the short size, each filter
 * is given alone, next to each other one, and with all others: 4,300 of the 5,500 statements that a call can request combine more.
 */
function everyFilterAndSort(list: ListDefinition<string, string>): Statement<unknown>[] {
  const fixedCount = fixedParametersOf(list)
  const filters = Object.keys(list.filters)
  const isTried = ({ length }: readonly string[]) => isLongRun || length <= 2 || length === filters.length
  const combinations = combinationsOf(filters).filter(isTried)
  return [
    ...combinations.map(given => listStatement(list, given, fixedCount)),
    ...(list.sums === undefined ? [] : combinations.map(given => sumStatement(list, given, fixedCount))),
    ...Object.keys(list.sorts).map(sort => listStatement(list, [], fixedCount, sort)),
  ]
}

function combinationsOf(filters: readonly string[]): string[][] {
  return Array.from({ length: 2 ** filters.length }, (_, choice) => filters.filter((_, index) => choice & (1 << index)))
}

/** `$1` is the organization; the highest number in the text of the definition is its last fixed parameter. */
function fixedParametersOf({ ctes = '', matching, columns, joins }: ListDefinition<string, string>): number {
  const numbers = [...`${ctes} ${matching} ${columns} ${joins}`.matchAll(/\$(\d+)/g)].map(([, number]) =>
    Number(number),
  )
  return Math.max(...numbers) - 1
}
