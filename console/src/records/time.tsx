/** An instant in the time zone of the organization, or how long ago it was. */
import { ago, instant, type Precision } from '../kit/format.ts'
import { useOrganization } from '../session/me.ts'

export function Time({ at, precision = 'minutes' }: { at: string; precision?: Precision }) {
  const { timeZone } = useOrganization()
  return (
    <time
      dateTime={at}
      title={`${instant(at, timeZone, 'seconds')} (${timeZone})`}
      className={
        precision === 'log' ? 'max-sm:whitespace-normal' : precision === 'day' ? 'whitespace-nowrap' : undefined
      }
    >
      {instant(at, timeZone, precision)}
    </time>
  )
}

export function Ago({ at }: { at: string }) {
  const { timeZone } = useOrganization()
  return (
    <time dateTime={at} title={`${instant(at, timeZone, 'seconds')} (${timeZone})`}>
      {ago(at)}
    </time>
  )
}
