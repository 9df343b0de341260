/** The day through which the books of an organization are closed. A file may state money of such a day, but it cannot be imported. */
import { statement } from '#server/db/statement.ts'
import type { Tenant } from '#server/db/tenant.ts'

export const findClosedBooks = statement<{ closedThrough: string | null }>(
  'find_closed_books',
  'select books_closed_through as "closedThrough" from organizations where id = $1',
)

/** The last day of the closed books; null if they are open. */
export async function booksClosedThrough(db: Tenant): Promise<string | null> {
  const [books] = await db.query(findClosedBooks, [db.organizationId])
  return books?.closedThrough ?? null
}
