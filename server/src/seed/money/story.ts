/** The values that every event in the money of a lease works with. */
import type { Random } from '../random.ts'
import type { Account } from './account.ts'
import type { Agenda } from './agenda.ts'
import type { BilledLease } from './invoices.ts'
import type { Payer } from './payers.ts'

export type Story = {
  random: Random
  lease: BilledLease
  today: string
  payer: Payer
  account: Account
  agenda: Agenda
}
