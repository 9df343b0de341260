/** The findings of an import: the first of each kind, and how many there are. */

export type Findings<T> = { readonly first: readonly T[]; readonly count: number; add(finding: T): void }

/** How many problems and remarks of a kind a report lists at most. */
export const MAX_REPORTED = 1_000
/** How many rows a report shows as examples of what changes. */
export const MAX_CHANGES = 20

/** Collects findings, starting with `earlier` ones. */
export function findings<T>(most: number, earlier?: Pick<Findings<T>, 'first' | 'count'>): Findings<T> {
  const first: T[] = [...(earlier?.first ?? [])]
  let count = earlier?.count ?? 0
  return {
    first,
    get count() {
      return count
    },
    add(finding) {
      count++
      if (first.length < most) first.push(finding)
    },
  }
}
