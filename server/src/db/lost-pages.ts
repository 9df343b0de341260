/** Finds tables and indexes whose pages are missing on the disk. */
import type pg from 'pg'

/**
 * PostgreSQL extends a busy table by many pages at a time and does not log those that hold nothing yet. After a power failure, or in a database that
 * was restored from a backup, such pages may be missing although they were counted, and nothing is lost.
 */
const MAX_UNUSED_PAGES = 1_000

/**
 * Lists the relations that are empty, or far shorter, although PostgreSQL counted pages in them, as after a file was truncated or deleted. Checksums
 * do not show that, because they cover only the pages that exist, and PostgreSQL reads such a file as an empty table. The size is a look at the file
 * and reads nothing. A relation shrinks only under a lock, which is looked for here, and its pages are counted before that lock is released. A
 * relation that nobody has counted yet, for example a table of fewer than 50 rows, is not found.
 */
const FIND = `
  select c.oid::regclass::text as name, c.relpages as counted, size.pages as found
    from pg_class c
   cross join lateral (select pg_relation_size(c.oid) / current_setting('block_size')::int as pages offset 0) size
   where c.relkind in ('r', 'i', 't', 'm') and c.relpersistence = 'p' and c.relpages > 0
     and (size.pages = 0 or size.pages < c.relpages - ${MAX_UNUSED_PAGES})
     and not exists (select from pg_locks l
                      where l.relation = c.oid and l.granted and l.mode in ('ShareUpdateExclusiveLock', 'AccessExclusiveLock'))
   order by c.relpages desc`

/** How many relations a sentence names. */
const NAMED = 3

/** Says which relations lack pages; undefined if none does. */
export async function describeLostPages(client: pg.Client): Promise<string | undefined> {
  const first = await client.query<LostPages>(FIND)
  if (first.rows.length === 0) return undefined
  // What was shortened between the two figures of one row is not short when it is looked at again.
  const { rows } = await client.query<LostPages>(FIND)
  const names = new Set(first.rows.map(({ name }) => name))
  const lost = rows.filter(({ name }) => names.has(name))
  if (lost.length === 0) return undefined
  const named = lost.slice(0, NAMED).map(({ name, counted, found }) => `${name} (${found} of ${counted})`)
  const more = lost.length > NAMED ? ` and ${lost.length - NAMED} more` : ''
  return `Pages of the database are missing on the disk: ${named.join(', ')}${more}.`
}

type LostPages = { name: string; counted: number; found: string }
