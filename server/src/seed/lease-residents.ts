/** The residents of a lease: the people who sign it, and those who live there without signing. */
import { emailOf, nameHousemate, namePerson, type Person, phoneOf } from './people.ts'
import type { Random } from './random.ts'
import type { SeedResident } from './records.ts'

/** The residents, the primary resident first. The more bedrooms, the more residents. */
export function drawResidents(random: Random, leaseId: string, bedrooms: number, areaCode: string): SeedResident[] {
  const residents: SeedResident[] = []
  const add = (person: Person, role: SeedResident['role']) =>
    residents.push({
      external_id: `${leaseId}-R${residents.length + 1}`,
      ...person,
      ...drawContact(random, person, role, areaCode),
      role,
      isPrimary: role === 'PRIMARY',
    })

  const primary = namePerson(random)
  add(primary, 'PRIMARY')
  if (random.chance(bedrooms === 0 ? 0.08 : 0.2 + bedrooms * 0.1)) add(nameHousemate(random, primary), 'CO_TENANT')
  for (let room = 1; room < bedrooms; room++) {
    if (random.chance(0.35)) add(nameHousemate(random, primary), 'OCCUPANT')
  }
  if (random.chance(0.04)) add(nameHousemate(random, primary), 'GUARANTOR')
  return residents
}

/** Occupants are mostly children and have no contact details on file. A few of the other residents left one of them blank. */
function drawContact(random: Random, person: Person, role: SeedResident['role'], areaCode: string) {
  if (role === 'OCCUPANT') return { email: null, phone: null, sms_opt_in: 'NOT_SET' as const }
  const email = random.chance(0.95) ? emailOf(random, person) : null
  const phone = random.chance(0.94) ? phoneOf(random, areaCode) : null
  const choice = random.pickWeighted(SMS_CHOICES).smsOptIn
  return { email, phone, sms_opt_in: phone === null ? ('NOT_SET' as const) : choice }
}

const SMS_CHOICES = [
  { smsOptIn: 'OPTED_IN', weight: 48 },
  { smsOptIn: 'NOT_SET', weight: 45 },
  { smsOptIn: 'OPTED_OUT', weight: 7 },
] as const
