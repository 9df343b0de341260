/** What this browser remembers of a person; a browser may refuse to, and then it forgets. */

export function recall(name: string): string | undefined {
  try {
    return localStorage.getItem(`gatehouse.${name}`) ?? undefined
  } catch {
    return undefined
  }
}

export function remember(name: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(`gatehouse.${name}`)
    else localStorage.setItem(`gatehouse.${name}`, value)
  } catch {
    // It is a convenience.
  }
}
