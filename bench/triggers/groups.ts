/** The triggers that keep derived data, by what they keep, and how to do without those of one group. */
import type pg from 'pg'

/** How the names of the triggers of each group begin. */
export const GROUPS = {
  'change feed': 'feed_',
  'status histories': 'keep_statuses_',
  balances: 'keep_balances',
  counts: 'count_',
  'search words': 'keep_words_',
} as const
export type Group = keyof typeof GROUPS

/** Disables the triggers of a group and enables all others; of no group, enables all. */
export type Disable = (group: Group | undefined) => Promise<void>

export function switchOf(owner: pg.Client): Disable {
  let disabled: Group | undefined
  return async group => {
    if (group === disabled) return
    if (disabled) await alter(owner, disabled, 'enable')
    if (group) await alter(owner, group, 'disable')
    disabled = group
  }
}

async function alter(owner: pg.Client, group: Group, change: 'enable' | 'disable'): Promise<void> {
  const { rows } = await owner.query<{ statement: string }>(
    `select format('alter table %s %s', t.tgrelid::regclass, string_agg(format('${change} trigger %I', t.tgname), ', ')) as statement
       from pg_trigger t
      where not t.tgisinternal and starts_with(t.tgname, $1)
      group by t.tgrelid`,
    [GROUPS[group]],
  )
  if (rows.length === 0) throw new Error(`No trigger keeps the ${group}`)
  await owner.query(['begin', ...rows.map(({ statement }) => statement), 'commit'].join('; '))
}
