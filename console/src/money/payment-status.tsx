/** The status of a payment in words. */
import type { ListedPayment } from '#client/console.ts'
import { Status } from '../kit/badge.tsx'

/** A payment that was recorded by mistake was voided; one that never arrived was canceled. */
export function PaymentStatus({ payment }: { payment: Pick<ListedPayment, 'status' | 'voided_at'> }) {
  return <Status word={payment.voided_at ? 'VOIDED' : payment.status} />
}
