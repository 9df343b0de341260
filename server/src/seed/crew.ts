/** Does several pieces of work at a time; once a piece fails, no other piece is started. */

export type Crew = {
  /** Resolves with true once there is room for another piece, with false after a failure. */
  hasRoom(): Promise<boolean>
  begin(work: () => Promise<void>): void
  /** Waits for every piece that has started; throws the first failure. */
  end(): Promise<void>
}

export function openCrew(most: number): Crew {
  const running = new Set<Promise<void>>()
  const failures: unknown[] = []
  return {
    async hasRoom() {
      while (running.size >= most) await Promise.race(running)
      return failures.length === 0
    },
    begin(work) {
      const one = work()
        .catch(error => void failures.push(error))
        .finally(() => running.delete(one))
      running.add(one)
    },
    async end() {
      await Promise.all(running)
      if (failures.length > 0) throw failures[0]
    },
  }
}
