/** The fields of a visit: its start and its end, in the organization's time zone. */
import { Field, FieldRow } from '../kit/form.tsx'
import { FULL_YEAR } from '../kit/full-year.ts'
import { instantFromLocal, localFromInstant } from '../kit/local-time.ts'
import type { Values } from '../kit/values.ts'
import { useOrganization } from '../session/me.ts'

export function ScheduleFields({ start, end }: { start?: string | null; end?: string | null }) {
  const { timeZone } = useOrganization()
  const field = (name: string, label: string, value: string | null | undefined) => (
    <Field name={name} label={label}>
      {control => (
        <input
          type="datetime-local"
          className="field"
          {...FULL_YEAR}
          defaultValue={value ? localFromInstant(value, timeZone) : ''}
          {...control}
        />
      )}
    </Field>
  )
  return (
    <FieldRow>
      {field('scheduled_start', 'Scheduled start', start)}
      {field('scheduled_end', 'Scheduled end', end)}
    </FieldRow>
  )
}

type Schedule = { scheduled_start: string | null; scheduled_end: string | null }

/** The times as they were entered; `shown` are those that the form showed. */
export function scheduleOf(values: Values, timeZone: string, shown?: Schedule): Schedule {
  const at = (name: keyof Schedule) => {
    const local = values.optional(name)
    return local === undefined ? null : instantFromLocal(local, timeZone, shown?.[name])
  }
  return { scheduled_start: at('scheduled_start'), scheduled_end: at('scheduled_end') }
}
