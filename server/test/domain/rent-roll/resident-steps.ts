/** Random steps on the residents of a lease: they join, leave, stay after all, and change their role, from today, a later or an earlier day. */
import { addDays } from '#server/base/dates.ts'
import type { Context } from '#server/platform/context.ts'
import type { Random } from '#server/seed/random.ts'
import { calls } from '../../calls.ts'

const { addLeaseResident, changeLeaseResident } = calls

export const RESIDENT_KINDS = [
  'join',
  'join earlier',
  'leave',
  'leave earlier',
  'stay',
  'primary',
  'primary earlier',
  'role',
] as const
type Kind = (typeof RESIDENT_KINDS)[number]
export const isOfResident = (kind: string): kind is Kind => (RESIDENT_KINDS as readonly string[]).includes(kind)

/** A resident who is or was on a lease, and their last day. */
export type OnLease = { resident_id: string; to: string | null }

/** The step on the lease `id`, and the first day that it may change. */
export function residentStep(
  kind: Kind,
  random: Random,
  { today, ahead, earlier }: Record<'today' | 'ahead' | 'earlier', string>,
  { id, on, people }: { id: string; on: readonly OnLease[]; people: readonly string[] },
): { countsFrom: string; take: (context: Context) => Promise<unknown> } {
  const { resident_id, to: lastDay } = random.pick(on.length > 0 ? on : [{ resident_id: 'res_none', to: null }])
  const change = (fields: Partial<Parameters<typeof changeLeaseResident>[1]>) => (context: Context) =>
    changeLeaseResident(context, { lease_id: id, resident_id, ...fields })
  switch (kind) {
    case 'join':
    case 'join earlier': {
      const from = kind === 'join earlier' ? earlier : random.pick([ahead, undefined])
      const added = { lease_id: id, resident_id: random.pick(people), role: 'CO_TENANT' as const }
      const countsFrom = from !== undefined && from < today ? from : today
      return { countsFrom, take: context => addLeaseResident(context, { ...added, ...(from && { from }) }) }
    }
    case 'leave':
    case 'leave earlier':
    case 'stay': {
      const to = kind === 'stay' ? null : kind === 'leave' ? ahead : earlier
      // The day after the last one is the first that shows that they left.
      const left = [lastDay, to].flatMap(day => (day === null ? [] : addDays(day, 1)))
      return { countsFrom: left.sort()[0] ?? today, take: change({ to }) }
    }
    case 'role':
      return { countsFrom: today, take: change({ role: random.pick(['OCCUPANT', 'GUARANTOR'] as const) }) }
    default: {
      const role_from = kind === 'primary' ? today : earlier
      return { countsFrom: role_from, take: change({ role: 'PRIMARY', role_from }) }
    }
  }
}
