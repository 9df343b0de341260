/** What is stored of a resident. */

export type ResidentRecord = {
  id: string
  firstName: string
  lastName: string
  email: string | null
  phone: string | null
  smsOptIn: 'NOT_SET' | 'OPTED_IN' | 'OPTED_OUT'
  externalId: string | null
}
