/** Groups that properties belong to, which are owners and portfolios: listing, creating and updating them by the same rules. */
import { newId } from '#server/base/ids.ts'
import { Refusal, requireOne } from '#server/base/refusal.ts'
import { list } from '#server/db/list.ts'
import type { Paged } from '#server/db/page.ts'
import { logAdministration } from '#server/platform/administrative-log.ts'
import type { ConsoleOperations, Context } from '#server/platform/context.ts'
import { externalIdTaken, nameTaken, refusingTaken, reserveName } from '../name-conflicts.ts'
import { wordsTyped } from '../search-words/terms.ts'
import { type GroupNoun, type GroupRow, groupQueries } from './queries.ts'

export type GroupRecord = { id: string; name: string; external_id?: string | null }
type Fields = { name: string; external_id?: string | null }

export class PropertyGroups<Noun extends GroupNoun> {
  readonly #noun: Noun
  readonly #sql: ReturnType<typeof groupQueries<Noun>>

  constructor(noun: Noun) {
    this.#noun = noun
    this.#sql = groupQueries(noun)
  }

  /** Lists by name, unless another order is requested. */
  list(
    { db }: Context,
    { limit, offset, sort, search, ...filters }: Parameters<ConsoleOperations['listOwners']>[1],
  ): Promise<Paged<GroupRow<Noun>>> {
    return list(db, this.#sql.list, [], { ...filters, ...wordsTyped(search) }, { limit, offset, sort })
  }

  async create(context: Context, { name, external_id = null }: Fields): Promise<GroupRow<Noun>> {
    const id = newId(this.#noun, context.now)
    await this.#holdFreeName(context, id, name)
    await this.#save(context, { id, name, external_id })
    const after = await this.read(context, id)
    await logAdministration(context, `${this.#noun}.create`, id, { after })
    return after
  }

  async update(context: Context, id: string, changes: Partial<Fields>): Promise<GroupRow<Noun>> {
    const { db } = context
    await db.query(this.#sql.lock, [db.organizationId, id])
    const before = await this.read(context, id)
    const { name, external_id } = { ...before, ...changes }
    if (name !== before.name) await this.#holdFreeName(context, id, name)
    await this.#save(context, { id, name, external_id })
    const after = await this.read(context, id)
    await logAdministration(context, `${this.#noun}.update`, id, { before, after })
    return after
  }

  async read({ db }: Context, id: string): Promise<GroupRow<Noun>> {
    return requireOne(await db.query(this.#sql.find, [db.organizationId, id]), this.#noun)
  }

  /** Creates the records whose IDs are new and updates the others, any number at once. */
  async saveAll({ db }: Context, records: readonly GroupRecord[]): Promise<void> {
    await db.query(this.#sql.upsert, [db.organizationId, JSON.stringify(records)])
  }

  /** Finds the records that have one of `names`, in any case. */
  findNamed({ db }: Context, names: readonly string[]): Promise<{ id: string; name: string }[]> {
    return db.query(this.#sql.listNamed, [db.organizationId, names])
  }

  /** Returns the records with these IDs, as the list shows them; IDs without a record are left out. */
  byId({ db }: Context, ids: readonly string[]): Promise<GroupRow<Noun>[]> {
    return db.query(this.#sql.listById, [db.organizationId, ids])
  }

  async #holdFreeName(context: Context, ownId: string, name: string): Promise<void> {
    await reserveName(context, this.#noun, name)
    const namesake = (await this.findNamed(context, [name])).find(({ id }) => id !== ownId)
    if (namesake) throw new Refusal('conflict', nameTaken(this.#noun, namesake.name, namesake.id))
  }

  async #save(context: Context, record: GroupRecord): Promise<void> {
    await refusingTaken(this.saveAll(context, [record]), {
      [`${this.#noun}s_by_external_id`]: externalIdTaken(this.#noun, record.external_id),
    })
  }
}
