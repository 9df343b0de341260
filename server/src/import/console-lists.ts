/** Refuses the lists that the console saves as CSV: they have one row per record and would be read as a rent roll of properties with other names. */
import { Refusal } from '#server/base/refusal.ts'
import type { TableRow } from './read/table.ts'

/** An ID of Gatehouse, such as `prop_01kkrnw4g0e02v4xsc2jdwjcfx`. */
const GATEHOUSE_ID = /^[a-z]{2,5}_[0-7][0-9a-hjkmnp-tv-z]{25}$/

/** Refuses a file whose header and first row are those of a saved list. */
export function refuseConsoleList({ cells: header }: TableRow, { cells }: TableRow): void {
  const isList = header.includes('created_at') && header.includes('updated_at')
  if (!isList || !cells.some((cell, index) => GATEHOUSE_ID.test(cell) && header[index]?.endsWith('_id'))) return
  throw new Refusal(
    'invalid_request',
    'This file is a list that Gatehouse has saved as CSV, and lists are not imported. To change many units at once, save the rent roll as CSV, correct it, and import that.',
  )
}
