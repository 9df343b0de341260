/** The order of a list in the console: by a column, or in descending order with `-` before its name, as in JSON:API. */
import Type from 'typebox'
import type { AnyOperation, InputOf } from '../operation.ts'
import { oneOf } from '../values.ts'

/** The sort parameter; `columns` are fields of the items, or the columns that the console shows instead of them. */
export function sortBy<const Columns extends readonly [string, ...string[]]>(columns: Columns) {
  type Column = Columns[number]
  const values = [...columns, ...columns.map(column => `-${column}`)] as (Column | `-${Column}`)[]
  return Type.Optional(
    oneOf<readonly (Column | `-${Column}`)[]>(values, {
      description:
        'The column to order the list by instead, descending with `-` before it. Text is ordered by code point, words of a fixed set in the order of ' +
        'that set. Unknown values come last either way, and the ID breaks ties.',
      example: values[0],
    }),
  )
}

/** What a list can be ordered by. */
export type ColumnOf<O extends AnyOperation> =
  InputOf<O> extends { sort?: infer Sort } ? Exclude<Sort, `-${string}` | undefined> : never
