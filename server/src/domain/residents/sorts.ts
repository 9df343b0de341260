/** The columns by which residents can be sorted, in the list of current residents and in the list of all. `$1` is the organization, `$2` today. */
import type { listAllResidents } from '#contract/console/residents.ts'
import type { listResidents } from '#contract/console/sorted-lists.ts'
import type { ColumnOf } from '#contract/console/sorting.ts'
import { RESIDENT_ROLES } from '#contract/v1/leases.ts'
import { KNOWN_STATUSES, RESIDENT_STATUSES, SMS_OPT_INS } from '#contract/v1/residents.ts'
import { placeIn, type SortDefinition } from '#server/db/list.ts'
import { OWN_FIRST_DAY } from '../leases/columns.ts'
import { balanceOn } from '../ledger/balance.ts'
import { leaseOf, RESIDENT_STATUS, STATUS_ON_LEASE } from './status.ts'

export type ResidentSort = ColumnOf<typeof listResidents>
export type AllResidentsSort = ColumnOf<typeof listAllResidents>

const RESIDENT = 'join residents r on r.organization_id = $1 and r.id = matching.id'
const LEASE = 'join leases l on l.organization_id = $1 and l.id = matching.lease_id'
const ON_LEASE =
  'join lease_residents lr on lr.organization_id = $1 and lr.lease_id = matching.lease_id and lr.resident_id = matching.id'

/** The sort for the list of current residents, in which a resident on two leases has two rows. */
const onALease = (definition: SortDefinition): SortDefinition => ({
  ...definition,
  by: [...definition.by, 'matching.id', 'matching.lease_id'],
})

export const residentSorts: Record<ResidentSort, SortDefinition> = {
  last_name: onALease({ by: ['matching.last_name', 'matching.first_name'] }),
  unit_label: onALease({
    by: ['u.label'],
    joins: `${LEASE} join units u on u.organization_id = $1 and u.id = l.unit_id`,
  }),
  status: onALease({
    by: [placeIn(RESIDENT_STATUSES, STATUS_ON_LEASE)],
    joins: LEASE,
  }),
  role: onALease({
    by: [placeIn(RESIDENT_ROLES, 'lr.role')],
    joins: ON_LEASE,
  }),
  email: onALease({ by: ['r.email collate "C"'], joins: RESIDENT }),
  phone: onALease({ by: ['r.phone collate "C"'], joins: RESIDENT }),
  move_in_date: onALease({ by: [`coalesce(${OWN_FIRST_DAY}, l.move_in_date)`], joins: `${ON_LEASE} ${LEASE}` }),
  lease_balance_cents: onALease({
    by: ['ledger.balance_cents'],
    joins: balanceOn('matching.lease_id', '$2'),
  }),
}

const SHOWN = `left join ${leaseOf('matching.id')}`

export const allResidentsSorts: Record<AllResidentsSort, SortDefinition> = {
  last_name: { by: ['matching.last_name', 'matching.first_name'], known: 2 },
  status: { by: [placeIn(KNOWN_STATUSES, RESIDENT_STATUS)], joins: SHOWN },
  property_name: {
    by: ['p.name', 'u.label'],
    joins: `${SHOWN}
      left join leases l on l.organization_id = $1 and l.id = shown.lease_id
      left join properties p on p.organization_id = $1 and p.id = l.property_id
      left join units u on u.organization_id = $1 and u.id = l.unit_id`,
  },
  email: { by: ['matching.email collate "C"'] },
  phone: { by: ['matching.phone collate "C"'] },
  sms_opt_in: { by: [placeIn(SMS_OPT_INS, 'matching.sms_opt_in')] },
}
