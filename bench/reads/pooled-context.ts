/**
 * The context of the service's operations over a `pg` Pool, as one would write it by hand: it connects as the owner, to whom no policy applies.
 */
import pg from 'pg'
import { SCOPES } from '#contract/scopes.ts'
import { clientConfig } from '#server/db/session.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Context } from '#server/platform/context.ts'
import { noExternalServices } from '#server/platform/external-services.ts'
import type { Place } from './setup.ts'

/** Callers wait for a connection as long as necessary: a slow statement is a slow call, not an error. */
export const POOL = { max: 8, connectionTimeoutMillis: 0 }

export function openContext({ connection, organizationId, timeZone, today }: Place): {
  context: Context
  close(): Promise<void>
} {
  const pool = new pg.Pool({ ...clientConfig(connection), ...POOL })
  // PostgreSQL may send a last error to a connection that is just being closed.
  pool.on('error', () => {})
  const db: Tenant = {
    organizationId,
    query: async ({ name, text }, values) => (await pool.query({ name, text, values: [...values] })).rows,
  }
  const place = { organizationId, timeZone, today, isSandbox: false, liveChannels: [], scopes: SCOPES }
  return {
    context: { db, ...place, now: Date.now(), actor: 'bench', external: noExternalServices },
    close: () => pool.end(),
  }
}
