/** How many rows of a list can be selected at once. */

/** The largest number of records for one action. A member narrows a larger selection with filters. */
export const MAX_SELECTED = 1_000

/** The text of the button that selects the rows of every page; undefined once as many are selected as can be. */
export function selectAll(total: number, selected: number, words: (number: number) => string): string | undefined {
  if (selected >= Math.min(total, MAX_SELECTED)) return undefined
  return total > MAX_SELECTED ? `Select the first ${words(MAX_SELECTED)}` : `Select all ${words(total)}`
}
