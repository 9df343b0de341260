/** A resident as it is stored. */
import type { SMS_OPT_INS } from '#contract/v1/residents.ts'

export type ResidentRecord = {
  id: string
  first_name: string
  last_name: string
  email: string | null
  phone: string | null
  sms_opt_in: (typeof SMS_OPT_INS)[number]
  external_id: string | null
}
