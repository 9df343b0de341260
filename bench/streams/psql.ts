/** The statements of the rent roll in psql, with the rows thrown away: the cost of reading them for any program. */
import { spawn, spawnSync } from 'node:child_process'
import type { DatabaseConnection } from '#server/db/session.ts'
import { listRows, readOtherLeases } from '#server/domain/rent-roll/queries.ts'
import type { Setup } from '../reads/setup.ts'

export function hasPsql({ connection }: Setup): boolean {
  return typeof connection === 'object' && spawnSync('psql', ['--version']).status === 0
}

/** Runs the statements in one transaction with the service's role and settings; resolves with the milliseconds it took. */
export function runInPsql({ connection, organizationId, today }: Setup): Promise<number> {
  const { host, port, user, database } = connection as Exclude<DatabaseConnection, string>
  const statements = [listRows, readOtherLeases]
  const script = `
    set role gatehouse_app; set plan_cache_mode = force_generic_plan; set jit = off; set enable_seqscan = off; set enable_memoize = off;
    set random_page_cost = 1.1;
    ${statements.map(({ text }, index) => `prepare statement_${index} as ${text};`).join('\n')}
    begin isolation level repeatable read read only;
    select set_config('app.org', '${organizationId}', true);
    select array_agg(u.id order by p.name, p.id, u.label, u.id) as ids
      from units u join properties p on p.organization_id = u.organization_id and p.id = u.property_id
     where u.organization_id = '${organizationId}' \\gset
    \\o /dev/null
    ${statements.map((_, index) => `execute statement_${index}('${organizationId}', '${today}', :'ids', '${today}');`).join('\n')}
    commit;`
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const arguments_ = ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-h', host, '-p', String(port), '-U', user, database]
    const psql = spawn('psql', arguments_, { stdio: ['pipe', 'ignore', 'inherit'] })
    psql.once('close', status => {
      if (status === 0) resolve(performance.now() - began)
      else reject(new Error(`psql ended with status ${status}`))
    })
    psql.stdin.end(script)
  })
}
