/** What an import has to tell: the first of each kind, and how many there are. */

export type Findings<T> = { readonly first: readonly T[]; readonly count: number; add(finding: T): void }

export function findings<T>(most: number): Findings<T> {
  const first: T[] = []
  let count = 0
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
