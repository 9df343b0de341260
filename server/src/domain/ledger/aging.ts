/** The ages of what is owed, for every statement that shows them. `$2` is the day. */

const aged = (name: string, days: string) =>
  `coalesce(sum(open.cents) filter (where $2::date - open.due_on ${days}), 0)::bigint as ${name}`

/** Sums `open.cents` by how many days ago `open.due_on` was. The name of each column ends in `suffix`. */
export const agesOf = (suffix: '' | '_cents') =>
  [
    aged(`not_due${suffix}`, '<= 0'),
    aged(`days_30${suffix}`, 'between 1 and 30'),
    aged(`days_60${suffix}`, 'between 31 and 60'),
    aged(`days_90${suffix}`, 'between 61 and 90'),
    aged(`older${suffix}`, '> 90'),
  ].join(', ')
