/**
 * What an integration sees of the money of an organization between two steps: the records that now show something else must be listed by
 * `updated_since`, and the events that were emitted must be those that the difference calls for. It uses none of the product's rules.
 */
import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { Organization, World } from '../world.ts'

type Shown = Record<string, unknown> & {
  status: string
  updated_at: string
  total_cents: number
  refunded_cents: number
}
type Records = ReadonlyMap<string, Shown>

const LISTS = { invoice: '/invoices?', payment: '/payments?status=ALL&' } as const

export class SeenRecords {
  readonly #world: World
  readonly #organization: Organization
  #records: Records = new Map()
  readonly #heard: string[] = []
  readonly #received = new Set<string>()
  readonly #paid = new Set<string>()
  readonly #withheld = new Set<string>()

  constructor(world: World, organization: Organization) {
    this.#world = world
    this.#organization = organization
  }

  /** Compares what is shown after a step. A deposit that it withholds is not money that came in, and a silent step, such as an import, emits nothing. */
  async check(step: string, { withholds, isSilent }: { withholds: boolean; isSilent: boolean }): Promise<void> {
    const before = this.#records
    const now = new Map([...(await this.#list('invoice')), ...(await this.#list('payment'))])
    this.#records = now
    const changed = [...now].filter(([id, shown]) => !isDeepStrictEqual(seenOf(shown), seenOf(before.get(id))))
    await this.#assertListed(step, before, changed)
    if (withholds) for (const [id] of changed) if (id.startsWith('pay_') && !before.has(id)) this.#withheld.add(id)
    const expected = changed.flatMap(([id, shown]) => this.#eventsOf(id, before.get(id), shown))
    const emitted = await this.#emitted()
    if (!isSilent) assert.deepEqual(emitted.sort(), expected.sort(), `the events of ${step}`)
  }

  /** Every record that changed has a later `updated_at`, so that whoever asks for what was updated since the last step is told. */
  async #assertListed(step: string, before: Records, changed: readonly [string, Shown][]): Promise<void> {
    const last = [...before.values()]
      .map(({ updated_at }) => Date.parse(updated_at))
      .reduce((a, b) => Math.max(a, b), 0)
    const since = new Date(last + 1).toISOString()
    const listed = new Set(
      (await Promise.all([this.#list('invoice', since), this.#list('payment', since)])).flatMap(([...each]) =>
        each.map(([id]) => id),
      ),
    )
    for (const [id] of changed) assert.ok(listed.has(id), `${id} is not updated by ${step}`)
  }

  async #list(noun: keyof typeof LISTS, since?: string): Promise<Map<string, Shown>> {
    const found = new Map<string, Shown>()
    for (let offset = 0; ; offset += 100) {
      const path = `${LISTS[noun]}limit=100&offset=${offset}${since ? `&updated_since=${since}` : ''}`
      const { body, status, text } = await this.#world.call(path, this.#organization)
      assert.equal(status, 200, text)
      for (const shown of body.data as Shown[]) found.set(String(shown[`${noun}_id`]), shown)
      if (!body.pagination.hasMore) return found
    }
  }

  #eventsOf(id: string, was: Shown | undefined, shown: Shown): string[] {
    if (id.startsWith('inv_')) {
      if (shown.status !== 'PAID' || shown.total_cents === 0 || this.#paid.has(id)) return []
      this.#paid.add(id)
      return [`invoice.paid ${id}`]
    }
    const events: string[] = []
    if (shown.status === 'PAID' && !this.#received.has(id) && !this.#withheld.has(id))
      events.push(`payment.received ${id}`)
    if (shown.status === 'PAID') this.#received.add(id)
    if (shown.refunded_cents > (was?.refunded_cents ?? 0)) events.push(`payment.refunded ${id}`)
    if (shown.status === 'REVERSED' && was?.status !== 'REVERSED' && !this.#withheld.has(id))
      events.push(`payment.reversed ${id}`)
    return events
  }

  async #emitted(): Promise<string[]> {
    const rows = await this.#world.sql<{ id: string; type: string; subject: string }>(
      `select id, type, coalesce(data -> 'payment' ->> 'payment_id', data -> 'invoice' ->> 'invoice_id') as subject
         from events
        where organization_id = $1 and type ~ '^(payment|invoice)' and not id = any($2::uuid[])`,
      [this.#organization.id, this.#heard],
    )
    this.#heard.push(...rows.map(({ id }) => id))
    return rows.map(({ type, subject }) => `${type} ${subject}`)
  }
}

/** What a reader sees of a record, except when it was stored. */
function seenOf(shown: Shown | undefined): object | undefined {
  return shown && { ...shown, updated_at: null }
}
