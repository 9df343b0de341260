/** Converts between local times in a time zone, as forms give them, and instants. */

const DAY_MS = 86_400_000

/**
 * `2026-03-15T09:30` in `timeZone` as UTC. A time that is skipped when clocks change in spring counts as one hour later. A time that occurs twice, when
 * they change in autumn, is the first of the two, unless `shown`, the instant that the field showed, is the second.
 */
export function instantFromLocal(local: string, timeZone: string, shown?: string | null): string {
  if (shown && localFromInstant(shown, timeZone) === local) return shown
  const asUtc = Date.parse(`${local}Z`)
  // Around a change of clocks, the offsets of the day before and of the day after differ.
  const [before, after] = [-DAY_MS, DAY_MS].map(ms => asUtc - offsetOf(asUtc + ms, timeZone)) as [number, number]
  const isLocal = (at: number) => at + offsetOf(at, timeZone) === asUtc
  return new Date(!isLocal(before) && isLocal(after) ? after : before).toISOString()
}

/** Converts an instant to a local time, for a field that shows it. */
export function localFromInstant(iso: string, timeZone: string): string {
  const at = Date.parse(iso)
  return new Date(at + offsetOf(at, timeZone)).toISOString().slice(0, 16)
}

function offsetOf(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(at)
  const part = (type: string) => parts.find(one => one.type === type)?.value
  const wall = Date.parse(
    `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}Z`,
  )
  return wall - Math.trunc(at / 1000) * 1000
}
