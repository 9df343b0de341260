/** The audit line of a write, stored in the transaction of the change, so that neither ever exists without the other. */
import { statement } from '#server/db/statement.ts'
import type { Transaction } from '#server/db/transaction.ts'
import { type AuditLine, auditValues, INSERT_LINE } from './line.ts'

export const insertAuditLine = statement<never>('insert_audit_line', INSERT_LINE)

/** Sends the line without waiting for it: if it cannot be stored, the whole transaction is rolled back. */
export function insertLine(tx: Transaction, line: AuditLine): void {
  tx.query(insertAuditLine, auditValues(line))
}
