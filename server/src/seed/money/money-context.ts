/** The context that every generated money event of a lease shares. */
import type { Random } from '../random.ts'
import type { Account } from './account.ts'
import type { Agenda } from './agenda.ts'
import type { BilledLease } from './invoices.ts'
import type { Payer } from './payers.ts'

export type MoneyContext = {
  random: Random
  lease: BilledLease
  today: string
  payer: Payer
  account: Account
  agenda: Agenda
}
