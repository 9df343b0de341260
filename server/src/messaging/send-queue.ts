/** Works through a queue that is stored in the database: looks for what is due, sends a few items at once, and looks again when one has ended. */

type SendQueueOptions<Due> = {
  /** How many conversations run at once. */
  atOnce: number
  /** Returns items that are due, at most as many as `free`. It may return more if those include items that are under way, which are left out. */
  find(free: number): Promise<Due[]>
  idOf(due: Due): string
  /** Sends one item and stores the outcome. Resolves with whether more may be due; rejects if the item is left for later. */
  send(due: Due, signals: SendSignals): Promise<boolean>
  /** Called when the queue could not be read; the next wake tries again. */
  onUnreadable(error: unknown): void
  /** Called when an item was not sent or its outcome was not stored; it falls due again when its claim ends. */
  onLeft(error: unknown, id: string): void
}

export type SendSignals = {
  /** Aborted when the process stops, so that nothing new starts. */
  stopping: AbortSignal
  /** Aborted when the process has waited long enough, so that conversations end immediately. */
  cutOff: AbortSignal
}

/** How long a stop waits for open conversations. If one is cut off, nobody may know whether an SMS was sent. */
const STOP_LIMIT_MS = 20_000

export class SendQueue<Due> {
  readonly #options: SendQueueOptions<Due>
  readonly #stopping = new AbortController()
  readonly #cutOff = new AbortController()
  readonly #underWay = new Map<string, Promise<void>>()
  #isSearching = false
  #isToLookAgain = false
  #searched = Promise.resolve()

  constructor(options: SendQueueOptions<Due>) {
    this.#options = options
  }

  /** Looks for what is due. Searches never overlap: a wake during one causes one more. */
  wake(): void {
    this.#isToLookAgain = true
    if (!this.#isSearching) this.#searched = this.#search()
  }

  /** Starts nothing more and lets open conversations end. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    const limit = setTimeout(() => this.#cutOff.abort(), STOP_LIMIT_MS)
    await this.#searched
    await Promise.all(this.#underWay.values())
    clearTimeout(limit)
  }

  async #search(): Promise<void> {
    const { atOnce, find, idOf, onUnreadable } = this.#options
    this.#isSearching = true
    try {
      while (this.#isToLookAgain && !this.#stopping.signal.aborted) {
        this.#isToLookAgain = false
        const free = atOnce - this.#underWay.size
        // Each conversation that ends triggers another search.
        if (free === 0) return
        const due = await find(free)
        for (const one of due.filter(one => !this.#underWay.has(idOf(one))).slice(0, free)) this.#begin(one)
      }
    } catch (error) {
      onUnreadable(error)
    } finally {
      this.#isSearching = false
    }
  }

  #begin(due: Due): void {
    const { idOf, send, onLeft } = this.#options
    const id = idOf(due)
    const conversation = send(due, { stopping: this.#stopping.signal, cutOff: this.#cutOff.signal })
      .catch(error => {
        onLeft(error, id)
        return true
      })
      .then(isMoreDue => {
        this.#underWay.delete(id)
        if (isMoreDue) this.wake()
      })
    this.#underWay.set(id, conversation)
  }
}
