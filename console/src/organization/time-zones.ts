/** The time zones that an organization can choose from: those of the United States first. */

const US = [
  ['America/New_York', 'Eastern time'],
  ['America/Chicago', 'Central time'],
  ['America/Denver', 'Mountain time'],
  ['America/Phoenix', 'Mountain time without daylight saving'],
  ['America/Los_Angeles', 'Pacific time'],
  ['America/Anchorage', 'Alaska time'],
  ['Pacific/Honolulu', 'Hawaii time'],
] as const

/** `current` is offered as well, because the browser may know it by another name. */
export function zoneChoices(current: string): { value: string; text: string }[] {
  const known = new Set<string>(US.map(([zone]) => zone))
  const others = [...new Set([current, ...Intl.supportedValuesOf('timeZone'), 'UTC'])].filter(zone => !known.has(zone))
  return [
    ...US.map(([value, words]) => ({ value, text: `${words} (${value})` })),
    ...others.sort().map(value => ({ value, text: value.replaceAll('_', ' ') })),
  ]
}
