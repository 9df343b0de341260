/** Small settings kept in this browser. A browser may refuse to store them, and then they are forgotten. */

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
    // Remembering is a convenience and may fail.
  }
}
