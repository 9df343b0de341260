/** SQL that looks up each row of a table by its key, for statements that are given a list of keys. `$1` is the organization. */

/**
 * Joins `as`: the row of `table` whose ID, or whose other column `key`, is the SQL `id`. `offset 0` keeps PostgreSQL from merging the lookup into the
 * rest of the statement: without statistics, such as during an import, it would rather read all rows of the organization.
 */
export const lookup = (table: string, id: string, as: string, key = 'id') => `cross join lateral (
       select * from ${table} by_id where by_id.organization_id = $1 and by_id.${key} = ${id} offset 0
     ) ${as}`
