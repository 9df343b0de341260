/** A small world of organizations behind both locks: what the tests of the database layer share. */
import { randomUUID } from 'node:crypto'
import { after, afterEach, before } from 'node:test'
import pg from 'pg'
import { ReadPool, type ReadPoolOptions } from '#server/db/read-pool.ts'
import { SnapshotPool, type SnapshotPoolOptions } from '#server/db/snapshot-pool.ts'
import { WritePool, type WritePoolOptions } from '#server/db/write-pool.ts'
import { until } from '../service/processes.ts'
import { startThrowawayPostgres, type ThrowawayPostgres } from './throwaway-postgres.ts'

export type World = {
  /** The login user that owns the tables and may take both roles. */
  connection: ThrowawayPostgres['connection']
  /** Logs in as superuser. */
  admin: pg.Client
  organizations: string[]
  readPool(options?: Partial<ReadPoolOptions>): ReadPool
  writePool(options?: Partial<WritePoolOptions>): WritePool
  snapshotPool(options?: Partial<SnapshotPoolOptions>): SnapshotPool
  closePools(): Promise<void>
  /** Ends every connection of the login user from the server's side; resolves with their number. */
  killConnections(): Promise<number>
  /** Waits until a statement of the login user sleeps, and cancels it, as a limit for statements would. */
  cancelSleep(): Promise<void>
  stop(): Promise<void>
}

export async function openWorld(size: { organizations: number; unitsEach: number }): Promise<World> {
  const server = await startThrowawayPostgres()
  const admin = new pg.Client({ ...server.connection, pipeline: true })
  await admin.connect()
  await admin.query(SCHEMA)
  const organizations = Array.from({ length: size.organizations }, () => randomUUID())
  await admin.query(
    `insert into unit (organization_id, id, label, rent_cents)
      select organization, 'unit_' || n, 'of ' || organization, 100 * n
      from unnest($1::uuid[]) as organization, generate_series(1, $2::int) as n`,
    [organizations, size.unitsEach],
  )
  const connection = { ...server.connection, user: 'gatehouse', connectTimeoutMs: PATIENCE_MS }
  const shared = { connection, role: 'gatehouse_app', statementTimeoutMs: PATIENCE_MS, onConnectionError: () => {} }
  const queue = {
    perCustomer: 1_000,
    reserved: 0,
    maxWaiting: 1_000,
    maxWaitingPerCustomer: 1_000,
    waitMs: PATIENCE_MS,
  }
  const pools: { close(): Promise<void> }[] = []
  const opened = <Pool extends { close(): Promise<void> }>(pool: Pool): Pool => {
    pools.push(pool)
    return pool
  }
  return {
    connection,
    admin,
    organizations,
    readPool: options => opened(new ReadPool({ ...shared, ...queue, connections: 2, inAll: 1_000, ...options })),
    writePool: options =>
      opened(new WritePool({ ...shared, ...queue, connections: 2, transactionTimeoutMs: PATIENCE_MS, ...options })),
    snapshotPool: options => opened(new SnapshotPool({ ...shared, ...SNAPSHOTS, ...options })),
    closePools: async () => {
      await Promise.all(pools.splice(0).map(pool => pool.close()))
    },
    killConnections: async () => {
      const { rowCount } = await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'gatehouse'`,
      )
      return rowCount ?? 0
    },
    cancelSleep: () => until(async () => (await admin.query(CANCEL_SLEEP)).rowCount === 1),
    stop: async () => {
      await admin.end()
      await server.stop()
    },
  }
}

/** The world of a test file, which is there when its tests run. Pools that a test leaves open are closed after it. */
export function useWorld(size: Parameters<typeof openWorld>[0]): World {
  const world = {} as World
  before(async () => void Object.assign(world, await openWorld(size)))
  afterEach(() => world.closePools())
  after(() => world.stop())
  return world
}

const CANCEL_SLEEP = `select pg_cancel_backend(pid) from pg_stat_activity where usename = 'gatehouse' and wait_event = 'PgSleep' limit 1`

/** The limits for tests that are not about limits, long enough for a busy machine. */
const PATIENCE_MS = 120_000

const SNAPSHOTS = {
  connections: 4,
  perCustomer: 2,
  reserved: 0,
  maxWaiting: 1_000,
  maxWaitingPerCustomer: 1_000,
  waitMs: PATIENCE_MS,
  lifetimeMs: PATIENCE_MS,
}

const SCHEMA = `
  create role gatehouse login;
  create role gatehouse_app nologin;
  create role gatehouse_platform nologin;
  grant gatehouse_app, gatehouse_platform to gatehouse;
  create table unit (
    organization_id uuid not null,
    id text collate "C" not null,
    label text not null,
    rent_cents bigint not null,
    primary key (organization_id, id)
  );
  alter table unit owner to gatehouse;
  alter table unit enable row level security;
  alter table unit force row level security;
  create policy tenant on unit to gatehouse_app
    using (organization_id = (select nullif(current_setting('app.org', true), '')::uuid));
  create policy platform on unit for select to gatehouse_platform using (true);
  grant select, insert, update, delete on unit to gatehouse_app;
  grant select on unit to gatehouse_platform;`
