/** The days whose money cannot be imported although a file may state it: those of closed books, and future ones. */
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

/** Why a row of closed books is rejected. */
export function inClosedBooks(closedThrough: string): string {
  return `The books are closed through ${closedThrough}. Remove the row, or reopen the books.`
}

/** Why a row of a future day is rejected. */
export function inFuture(day: string, today: string): string {
  return `${day} is in the future: today is ${today}. Correct the date, or remove the row.`
}
