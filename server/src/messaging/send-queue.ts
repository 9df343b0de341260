/** Works through a queue that the database holds: looks for what is due, sends a few at once, and looks again when one has ended. */

export type SendQueueOptions<Due> = {
  /** How many conversations go on at once. */
  atOnce: number
  /** Returns what is due, at most as many as `free`, or more of which those already under way are left out. */
  find(free: number): Promise<Due[]>
  idOf(due: Due): string
  /** Sends one and stores the outcome. Resolves with whether more may be due; rejects if it is left for later. */
  send(due: Due, signals: SendSignals): Promise<boolean>
  /** The queue could not be read; the next wake tries again. */
  onUnreadable(error: unknown): void
  /** One was not sent, or its outcome was not stored; it falls due again when its claim ends. */
  onLeft(error: unknown, id: string): void
}

export type SendSignals = {
  /** Aborted when the process stops, so that nothing new starts. */
  stopping: AbortSignal
  /** Aborted when the process has waited long enough, so that conversations end at once. */
  cutOff: AbortSignal
}

/** How long a stop waits for open conversations: cutting one off may leave an SMS of which it is not known whether it was sent. */
const STOP_LIMIT_MS = 20_000

export class SendQueue<Due> {
  readonly #options: SendQueueOptions<Due>
  readonly #stopping = new AbortController()
  readonly #cutOff = new AbortController()
  readonly #underWay = new Map<string, Promise<void>>()
  #isLooking = false
  #isToLookAgain = false
  #looked = Promise.resolve()

  constructor(options: SendQueueOptions<Due>) {
    this.#options = options
  }

  /** Looks for what is due. Looks follow one another: a wake during a look causes one more. */
  wake(): void {
    this.#isToLookAgain = true
    if (!this.#isLooking) this.#looked = this.#look()
  }

  /** Starts nothing more and lets open conversations end. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    const limit = setTimeout(() => this.#cutOff.abort(), STOP_LIMIT_MS)
    await this.#looked
    await Promise.all(this.#underWay.values())
    clearTimeout(limit)
  }

  async #look(): Promise<void> {
    const { atOnce, find, idOf, onUnreadable } = this.#options
    this.#isLooking = true
    try {
      while (this.#isToLookAgain && !this.#stopping.signal.aborted) {
        this.#isToLookAgain = false
        const free = atOnce - this.#underWay.size
        // Each conversation that ends looks again.
        if (free === 0) return
        const due = await find(free)
        for (const one of due.filter(one => !this.#underWay.has(idOf(one))).slice(0, free)) this.#begin(one)
      }
    } catch (error) {
      onUnreadable(error)
    } finally {
      this.#isLooking = false
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
