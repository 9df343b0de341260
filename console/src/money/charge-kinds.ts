/** The kinds of charge, the ones most often entered by hand first, each with the description that an empty field gets. */
import type { CreateInvoiceInput } from '#client/console.ts'
import { wordChoices } from '../kit/words.ts'

export type ChargeCode = CreateInvoiceInput['lines'][number]['charge_code']

const DESCRIPTIONS: Record<ChargeCode, string> = {
  OTHER: '',
  UTILITY: 'Utilities',
  LATE_FEE: 'Late fee',
  RENT: 'Rent',
  PARKING: 'Parking',
  PET: 'Pet rent',
  STORAGE: 'Storage',
  CONCESSION: 'Concession',
  DEPOSIT: 'Security deposit',
  OPENING_BALANCE: 'Opening balance',
}

export const CHARGE_CHOICES = wordChoices(Object.keys(DESCRIPTIONS) as ChargeCode[])

/** The description after the kind changes. A description that somebody typed stays. */
export function describedAs(kind: string, typed: string): string {
  const isOurs = typed === '' || Object.values(DESCRIPTIONS).includes(typed)
  return isOurs ? DESCRIPTIONS[kind as ChargeCode] : typed
}
