/** What an entry of the administrative log did, in words. */
import { inWords } from '../kit/words.ts'

/** The actions whose words do not follow from their names. */
const IN_WORDS: Record<string, string> = {
  'balance.open': 'Opening balance posted',
  'balance.replace': 'Opening balance replaced',
  'deposit.void_return': 'Deposit return voided',
  'deposit.waive': 'Unpaid deposit waived',
  'deposit.withhold': 'Deposit withheld',
  'file.upload': 'File added',
  'invoice.generate': 'Invoice issued with the monthly charges',
  'invoice.record_many': 'Invoice imported',
  'invoice.void_month': 'Invoice voided with its month',
  'lead.advance': 'Status changed',
  'lease.add_resident': 'Resident added',
  'lease.change_resident': 'Resident changed',
  'lease.cancel': 'Lease canceled',
  'lease.cancel_eviction': 'Eviction canceled',
  'lease.cancel_move_in': 'Move-in canceled',
  'lease.cancel_move_out': 'Move-out canceled',
  'lease.cancel_notice': 'Notice canceled',
  'lease.cancel_renewal': 'Renewal canceled',
  'lease.change_charges': 'Charges changed',
  'lease.edit': 'Draft edited',
  'lease.move_in': 'Move-in recorded',
  'lease.record_eviction': 'Eviction filing recorded',
  'lease.record_notice': 'Notice recorded',
  'lease.remove_resident': 'Resident removed',
  'lease.reschedule': 'Start date changed',
  'lease.send': 'Lease sent for signature',
  'payment.cancel': 'Payment canceled',
  'payment.record_many': 'Payment imported',
  'payment.settle': 'Payment received',
  'unit.end_offline': 'Unit brought back online',
  'unit.set_offline': 'Unit taken offline',
  'unit.set_rate': 'Market rent set',
}

/** Returns the words for an action, such as `Payment recorded` for `payment.record`: an action is a noun and a verb. */
export function actionInWords(action: string): string {
  const [noun = '', verb = ''] = action.split('.')
  return (
    IN_WORDS[action] ?? `${inWords(noun.toUpperCase())} ${verb.replaceAll('_', ' ')}${verb.endsWith('e') ? 'd' : 'ed'}`
  )
}
