/** Runs several tasks at a time; once a task fails, no other task is started. */

type TaskPool = {
  /** Resolves with true once another task can start, with false after a failure. */
  hasRoom(): Promise<boolean>
  begin(work: () => Promise<void>): void
  /** Waits for every task that has started; throws the first failure. */
  end(): Promise<void>
}

export function openTaskPool(most: number): TaskPool {
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
