/** The agenda of a lease: events in the order of their days, each of which may add further events. */

/** The order within a day: invoices, then replies of the bank, then payments, and finally the final account. */
type Turn = 'BILL' | 'BANK' | 'PAYMENT' | 'FINAL'

export type Agenda = {
  /** `day` must not be before the current one; an event after today never happens. */
  at(day: string, turn: Turn, work: () => void): void
  run(): void
}

type Waiting = { key: string; work: () => void }

export function openAgenda(today: string): Agenda {
  /** The events, in reverse order: the next one is last. */
  const waiting: Waiting[] = []
  return {
    at(day, turn, work) {
      if (day > today) return
      const key = day + TURNS[turn]
      let [place, end] = [0, waiting.length]
      while (place < end) {
        const middle = (place + end) >> 1
        if (waiting[middle]!.key > key) place = middle + 1
        else end = middle
      }
      waiting.splice(place, 0, { key, work })
    },
    run() {
      for (let next = waiting.pop(); next; next = waiting.pop()) next.work()
    },
  }
}

const TURNS: Record<Turn, number> = { BILL: 0, BANK: 1, PAYMENT: 2, FINAL: 3 }
