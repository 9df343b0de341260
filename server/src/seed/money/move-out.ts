/** The final account after a move-out: damages, the deposit withheld for what is owed, and the rest returned. */
import { addDays } from '#server/base/dates.ts'
import { instantOn } from '../instants.ts'
import { singleInvoice } from './invoices.ts'
import type { MoneyContext } from './money-context.ts'
import { drawPayment } from './payments.ts'

/** Plans the final account. States allow landlords two to four weeks, and most use them. */
export function planFinalAccount(context: MoneyContext, moveOutDate: string): void {
  const { random, agenda } = context
  const day = addDays(moveOutDate, random.integer(7, 28))
  agenda.at(day, 'FINAL', () => settle(context, day))
}

function settle(context: MoneyContext, day: string): void {
  const { random, account, agenda, payer } = context
  const at = instantOn(random, day)
  if (random.chance(0.22)) {
    const amount_cents = 500 * random.integer(15, 120)
    const line = { charge_code: 'OTHER', description: 'Cleaning and repairs after move-out', amount_cents } as const
    account.issue(singleInvoice(line, day, day, at))
  }
  const withheldCents = Math.min(account.owedCents(), account.depositCents)
  if (withheldCents > 0) {
    const means = { method: 'OTHER', reference: null } as const
    const drawn = drawPayment(random, day, withheldCents, means)
    const payment = { ...drawn, received_at: at, created_at: at, memo: 'Withheld from the deposit' }
    account.receive(payment)
    account.releaseDeposit(withheldCents, day, at, payment)
  }
  if (account.depositCents > 0) account.releaseDeposit(account.depositCents, day, at)
  for (const payment of account.credits()) account.refund(payment, day, at)

  // Six out of ten balances that the deposit does not cover are never paid.
  if (account.owedCents() <= 0 || random.chance(0.6)) return
  const paidOn = addDays(day, random.integer(10, 40))
  agenda.at(paidOn, 'PAYMENT', () => {
    const owedCents = account.owedCents()
    if (owedCents > 0) account.receive(drawPayment(random, paidOn, owedCents, payer.drawMeans(random)))
  })
}
