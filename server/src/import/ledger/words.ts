/** The meaning of a line of a ledger, which follows from its type and the sides of its amounts, and the charge that its words stand for. */
import { comparable } from '../read/cells.ts'
import { chargeMeaning } from '../read/layouts/charge-words.ts'
import type { Mapping } from '../read/mapping.ts'
import type { ChargeCode } from '../read/records.ts'

/**
 * The kinds of lines. CHARGE and REFUND raise what the lease owes. PAYMENT and CREDIT lower it, but only a payment is money that was received. A
 * REVERSAL cancels a payment that was received.
 */
export type LineKind = 'CHARGE' | 'PAYMENT' | 'CREDIT' | 'REVERSAL' | 'REFUND'

const REVERSAL = /nsf|revers|return|bounce|charge ?back|insufficient|void/i
const FEE = /fee/i
const REFUND = /refund/i
const CREDIT = /credit|concession|waive|write.?off|discount|adjust|allowance/i
/** Words for a payment that also contain a word for a credit. */
const CARD = /credit card/i

/** The kind of a line. `delta` is what it adds to the balance, in cents; `charges` and `payments` are its amounts as stated. */
export function kindOfLine(
  type: string,
  delta: number,
  { charges, payments }: { charges: number; payments: number },
): LineKind {
  if (delta > 0) {
    if (REFUND.test(type)) return 'REFUND'
    return isReturned(type) || (payments < 0 && !isOtherThanPayment(type)) ? 'REVERSAL' : 'CHARGE'
  }
  return isCredit(type) || (charges < 0 && payments === 0) ? 'CREDIT' : 'PAYMENT'
}

function isCredit(type: string): boolean {
  return CREDIT.test(type) && !CARD.test(type)
}

/** Whether the type says that an amount in the column of payments is not money that was received. */
function isOtherThanPayment(type: string): boolean {
  return isCredit(type) || FEE.test(type) || /charge/i.test(type)
}

/** Whether the type says that a payment was reversed or refunded. */
export function isReturned(type: string): boolean {
  return REFUND.test(type) || (REVERSAL.test(type) && !FEE.test(type))
}

/** Whether the words of a charge say that a payment was returned, rather than name the fee for that. */
export function saysReturned(words: string): boolean {
  return RETURNED.test(words) && !FEE.test(words) && !COST_OF_RETURN.test(words)
}

const COST_OF_RETURN =
  /\b(?:nsf|funds|checks?|payments?|ach|items?) (?:(?:charges?|penalt(?:y|ies)|costs?)\b(?! ?back))/i

const RETURNED =
  /\bnsf\b|\binsufficient funds\b|\bcharge ?back\b|\b(?:returned|bounced|reversed) (?:e-?)?(?:check|payment|ach|item)\b|\b(?:check|payment|ach) (?:was )?(?:returned|bounced|reversed)\b|\breversal of (?:a |the )?(?:payment|receipt|check)\b/i

/** Whether the type says that money was paid. */
export function isPaid(type: string): boolean {
  return type !== '' && !isReturned(type) && !isOtherThanPayment(type)
}

/** Rows that state a balance and post nothing. */
const BALANCE_ROW =
  /^(?:starting|beginning|opening|ending|closing|net) (?:balance|change)|^balance (?:brought )?forward|^net change/i

export function isBalanceRow(text: string): boolean {
  return BALANCE_ROW.test(text)
}

const ACCOUNT_NUMBER = /^[\d.-]+\s*[-–:]?\s+/
const WHEN =
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|tember|ober|ember)?\b|\d+|\b(?:for|of|the|prorated|partial|month|due)\b/gi

/** The charge of a line: by its code, or otherwise by the words of its description without the month. Unknown words mean OTHER, never RENT. */
export function chargeOf(code: string, description: string, mapping: Mapping): ChargeCode | 'DEPOSIT' {
  for (const words of [code, description]) {
    const text = words.replace(ACCOUNT_NUMBER, '').trim()
    if (/deposit/i.test(text)) return 'DEPOSIT'
    for (const form of [text, text.replace(WHEN, ' ')]) {
      if (!comparable(form)) continue
      const meaning = chargeMeaning(form, mapping)
      if (meaning.isKnown && meaning.code !== 'CONCESSION') return meaning.code
    }
  }
  return 'OTHER'
}
