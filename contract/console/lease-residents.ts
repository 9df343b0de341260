/** The residents of a signed lease: adding one, changing the days and the role of one, and removing one who was added by mistake. */
import Type from 'typebox'
import { RESIDENT_ROLES } from '../v1/leases.ts'
import { date, idInput, nullable, oneOf, parameters } from '../values.ts'
import { step } from './lease-steps.ts'
import { onlyOneLease } from './leases.ts'
import { organizationOperation } from './operation.ts'

const oneResident = {
  path: parameters({
    ...onlyOneLease.path.properties,
    resident_id: idInput({ description: 'The resident.', example: 'res_01kh3zr6p2c8m5v7d0t4s6a9ge' }),
  }),
}

export const addLeaseResident = organizationOperation({
  ...step,
  path: '/leases/{lease_id}/residents',
  summary: 'Add a resident to a signed lease',
  description:
    'Adds a resident to a signed lease, such as a roommate who moves in later. Rent rolls list the resident from that day on; those of earlier days stay as they are. A resident who has left the lease can be added again from a later day.',
  body: parameters({
    resident_id: idInput({ description: 'The resident.', example: 'res_01kh3zr6p2c8m5v7d0t4s6a9ge' }),
    role: oneOf(RESIDENT_ROLES, {
      description: 'The role of the resident on the lease; PRIMARY only if the lease has no primary resident.',
      example: 'CO_TENANT',
    }),
    from: Type.Optional(
      date({
        description:
          'The first day of the resident on the lease. Defaults to today, or to the first day of a lease that has not begun. A day that has passed restates the rent rolls from that day on.',
        example: '2026-02-01',
      }),
    ),
  }),
})

export const changeLeaseResident = organizationOperation({
  ...step,
  method: 'PATCH',
  path: '/leases/{lease_id}/residents/{resident_id}',
  summary: 'Change a resident of a signed lease',
  description:
    'Changes the first or the last day of a resident on the lease, or their role, and makes another resident the primary one. Only what is given changes. Days that have passed restate the rent rolls of the days in between. The primary resident cannot leave before the others, so another resident must become the primary one first; if all residents leave, end the lease instead. Otherwise, this is refused with 409.',
  parameters: oneResident,
  body: parameters({
    from: Type.Optional(
      nullable(
        date({
          description: 'The first day of the resident on the lease; null for the first day of the lease.',
          example: '2026-02-01',
        }),
      ),
    ),
    to: Type.Optional(
      nullable(
        date({
          description: 'The last day of the resident on the lease; null if they stay until the lease ends.',
          example: '2026-06-30',
        }),
      ),
    ),
    role: Type.Optional(
      oneOf(RESIDENT_ROLES, {
        description: 'The role of the resident. PRIMARY makes the present primary resident a CO_TENANT.',
        example: 'PRIMARY',
      }),
    ),
    role_from: Type.Optional(
      date({
        description:
          'The first day of the role. Defaults to today. An earlier day restates the rent rolls from that day on. Must not be in the future.',
        example: '2026-03-01',
      }),
    ),
  }),
})

export const removeLeaseResident = organizationOperation({
  ...step,
  method: 'DELETE',
  idempotent: false,
  path: '/leases/{lease_id}/residents/{resident_id}',
  summary: 'Remove a resident who was added by mistake',
  description:
    'Corrects a mistake: removes a resident who was never to be on the signed lease, or who was to join it later and does not. The rent rolls of all days are restated as if the resident had not been added. If the resident left the lease and came back, only the last stay is removed. A resident who lived in the unit has a last day instead. The primary resident cannot be removed, so another resident must become the primary one first, on all days of the stay. Otherwise, this is refused with 409.',
  parameters: oneResident,
})
