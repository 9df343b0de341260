/** Residents who have the e-mail address or the phone number of an applicant, so that a lease for a former resident needs no second record of them. */
import { Button } from '../kit/button.tsx'
import { Hint } from '../kit/notice.tsx'
import type { Person } from '../records/person-fields.tsx'
import { fullName } from '../records/person-name.ts'
import { useRead } from '../session/use-read.ts'

export function KnownApplicant({
  applicant: { email, phone },
  onAdd,
}: {
  applicant: Person
  onAdd: (resident_id: string, name: string) => void
}) {
  const search = email ?? phone ?? ''
  const found = useRead(
    ['residents', 'of-applicant', search],
    (client, call) => client.listAllResidents({ search, limit: 10 }, call),
    { enabled: search !== '' },
  ).data
  const known = found?.data.filter(resident => isSame(resident.email, email) || isSame(resident.phone, phone)) ?? []
  if (known.length === 0) return null
  return (
    <Hint>
      <p>There is already a resident with the same e-mail address or phone number.</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {known.map(resident => (
          <Button
            key={resident.resident_id}
            size="small"
            onClick={() => onAdd(resident.resident_id, fullName(resident))}
          >
            Add existing resident {fullName(resident)}
          </Button>
        ))}
      </div>
    </Hint>
  )
}

function isSame(one: string | null, other: string | null): boolean {
  return one !== null && one.toLowerCase() === other?.toLowerCase()
}
