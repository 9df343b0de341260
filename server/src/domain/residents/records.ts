/** A resident as it is stored. */

export type ResidentRecord = {
  id: string
  first_name: string
  last_name: string
  email: string | null
  phone: string | null
  sms_opt_in: 'NOT_SET' | 'OPTED_IN' | 'OPTED_OUT'
  external_id: string | null
}
