/** The audit line of a write, stored in the transaction of the change, so that neither ever exists without the other. */
import { statement } from '#server/db/statement.ts'
import type { Transaction } from '#server/db/transaction.ts'
import { AUDIT_COLUMNS, type AuditLine, auditValues } from './line.ts'

const PLACES = AUDIT_COLUMNS.split(',').map((_, index) => `$${index + 1}`)

export const insertAuditLine = statement<never>(
  'insert_audit_line',
  `insert into audit.calls (${AUDIT_COLUMNS}) values (${PLACES.join(', ')})`,
)

/** Sends the line without waiting for it: if it cannot be stored, the whole transaction is rolled back. */
export function insertLine(tx: Transaction, line: AuditLine): void {
  tx.query(insertAuditLine, auditValues(line))
}
