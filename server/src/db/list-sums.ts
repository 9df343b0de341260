/** What a list adds up of all rows that match, whichever page of them is shown. */
import type { ListDefinition } from './list.ts'
import { allMatching, givenOf, parametersOf } from './list-conditions.ts'
import { addedUpBy } from './list-totals.ts'
import { onlyRow } from './only-row.ts'
import { Statement } from './statement.ts'
import type { Tenant } from './tenant.ts'
import type { Value } from './value.ts'

/** The sums of the rows that `list` would show for the same filters. Without a way to them that is `addedUp`, every row that matches is read: about 100 ms for 100,000. */
export async function sumList<Sums, Filter extends string>(
  db: Tenant,
  definition: ListDefinition<Filter, string>,
  fixed: readonly Value[],
  filters: { [Name in Filter]?: Value | undefined },
): Promise<Sums> {
  const { given, values } = givenOf(definition, filters)
  const statement = sumStatement<Sums, Filter>(definition, given, fixed.length)
  return onlyRow(await db.query(statement, [db.organizationId, ...fixed, ...values]))
}

export function sumStatement<Sums, Filter extends string>(
  definition: ListDefinition<Filter, string>,
  given: readonly Filter[],
  fixedCount: number,
): Statement<Sums> {
  const { name, ctes, filters, sums, joins } = definition
  const positions = given.map(filter => Object.keys(filters).indexOf(filter))
  const parameterOf = parametersOf(definition, given, fixedCount)
  return new Statement<Sums>(
    [name, 'sum', ...positions].join('.'),
    [
      ctes ? `with ${ctes} ` : '',
      addedUpBy(definition, 'sums', given, parameterOf) ??
        `select ${sums} from (${allMatching(definition, given, fixedCount)}) page ${joins}`,
    ].join(''),
  )
}
