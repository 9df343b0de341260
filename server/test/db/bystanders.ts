/** Other connections, each with a transaction that keeps its locks until the test commits it. */
import pg from 'pg'
import { clientConfig } from '#server/db/session.ts'
import type { World } from '../world.ts'

export type Bystanders = {
  /** Their connections, which `deadlocksOf` ends. */
  clients: pg.Client[]
  /** Begins a transaction with this statement. Resolves with what commits it. */
  begin(sql: string, values: unknown[]): Promise<() => Promise<unknown>>
  end(): Promise<void>
}

export function openBystanders({ database }: World): Bystanders {
  const clients: pg.Client[] = []
  return {
    clients,
    async begin(sql, values) {
      const client = new pg.Client(clientConfig(database.connection))
      clients.push(client)
      await client.connect()
      await client.query('begin')
      await client.query(sql, values)
      return () => client.query('commit')
    },
    async end() {
      for (const client of clients.splice(0)) await client.end()
    },
  }
}
