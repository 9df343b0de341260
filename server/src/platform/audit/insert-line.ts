/** The audit line of a write: it is stored in the transaction of the change, so that neither is ever without the other. */
import { statement } from '#server/db/statement.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { AUDIT_COLUMNS, type AuditLine, auditValues } from './line.ts'

const PLACES = AUDIT_COLUMNS.split(',').map((_, index) => `$${index + 1}`)

export const insertAuditLine = statement<never>(
  'insert_audit_line',
  `insert into audit.calls (${AUDIT_COLUMNS}) values (${PLACES.join(', ')})`,
)

export async function insertLine(tx: Tenant, line: AuditLine): Promise<void> {
  await tx.query(insertAuditLine, auditValues(line))
}
