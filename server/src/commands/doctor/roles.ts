/** The doctor's check of the roles that the service takes, and of the user that it logs in as. */
import type pg from 'pg'
import { typed } from '../../base/typed-command.ts'
import type { Config } from '../../config.ts'
import { onlyRow } from '../../db/only-row.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const ROLES = ['gatehouse_app', 'gatehouse_platform', 'gatehouse_console']

type OfRole = {
  name: string
  exists: boolean
  is_member: boolean
  may_assume: boolean
  passes_policies: boolean
  can_log_in: boolean
  /** The roles whose rights it has as well. */
  has_roles: string[]
  /** What it may do in the whole server, in the words of ALTER ROLE. */
  attributes: string[]
}

export async function checkRoles(client: pg.Client, config: Config): Promise<Finding[]> {
  // From PostgreSQL 16 on, a member of a role may be kept from assuming it (GRANT … WITH SET FALSE).
  const { rows } = await client.query<OfRole>(
    `select wanted.name, r.oid is not null as exists,
            r.oid is not null and pg_has_role(session_user, r.oid, 'member') as is_member,
            r.oid is not null and pg_has_role(session_user, r.oid, case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end) as may_assume,
            coalesce(r.rolsuper or r.rolbypassrls, false) as passes_policies,
            coalesce(r.rolcanlogin, false) as can_log_in,
            array(select m.roleid::regrole::text from pg_auth_members m where m.member = r.oid order by 1) as has_roles,
            array_remove(array[case when r.rolcreaterole then 'CREATEROLE' end, case when r.rolcreatedb then 'CREATEDB' end,
                               case when r.rolreplication then 'REPLICATION' end], null) as attributes
       from unnest($1::text[]) as wanted (name) left join pg_roles r on r.rolname = wanted.name`,
    [ROLES],
  )
  const found = [...rows.flatMap(describeRole), ...(await checkLogin(client, config))]
  return found.length > 0
    ? found
    : [ok('roles', 'The service can assume its three roles, and row-level security applies to each.')]
}

/** What is wrong with a role: what keeps the service from working, or else every right with which a fault of the service could do more harm. */
function describeRole(role: OfRole): Finding[] {
  const { name } = role
  if (!role.exists) return [problem('roles', `The role ${name} does not exist.`, `Run ${typed('migrate')}.`)]
  if (!role.may_assume) {
    const action = `Run GRANT ${name} TO the user of DATABASE_URL${role.is_member ? ' WITH SET TRUE' : ''}.`
    return [problem('roles', `The service cannot assume the role ${name}.`, action)]
  }
  if (role.passes_policies) {
    const action = `Run ALTER ROLE ${name} NOSUPERUSER NOBYPASSRLS.`
    return [problem('roles', `Row-level security does not apply to the role ${name}.`, action)]
  }
  const found = [
    ...role.has_roles.map(other => ({
      message: `The role ${name} has every right of ${other}, which the migrations did not grant.`,
      action: `Run REVOKE ${other} FROM ${name}: a fault of the service could change what it must not.`,
    })),
    ...role.attributes.map(attribute => ({
      message: `The role ${name} has ${attribute}, which it does not need.`,
      action: `Run ALTER ROLE ${name} NO${attribute}.`,
    })),
  ]
  if (role.can_log_in) {
    found.push({
      message: `Anyone with a password of the role ${name} can log in with it, and read and change what belongs to every organization.`,
      action: `Run ALTER ROLE ${name} NOLOGIN PASSWORD NULL. A tool for reports gets a role of its own, with the rights that it needs.`,
    })
  }
  return found.map(({ message, action }) => warning('roles', message, action))
}

/** Whether the user of DATABASE_URL owns the schema and is not a superuser. The embedded database has a login for each. */
async function checkLogin(client: pg.Client, { environment, databaseUrl }: Config): Promise<Finding[]> {
  const { rows } = await client.query<{ is_superuser: boolean; other_owner: string | null }>(
    `select rolsuper as is_superuser,
            (select pg_get_userbyid(relowner) from pg_class
              where oid = to_regclass('schema_migrations') and not pg_has_role(session_user, relowner, 'usage')) as other_owner
       from pg_roles where rolname = session_user`,
  )
  const { is_superuser: isSuperuser, other_owner: otherOwner } = onlyRow(rows)
  if (databaseUrl !== undefined && otherOwner !== null) {
    return [
      problem(
        'roles',
        `The user of DATABASE_URL does not own the schema, so migrations and upkeep fail. Its owner is ${otherOwner}.`,
        `Use ${otherOwner} as the user of DATABASE_URL, or run GRANT ${otherOwner} TO the user that is there now.`,
      ),
    ]
  }
  return isSuperuser && environment === 'production'
    ? [warning('roles', 'The service logs in as a superuser.', 'Give DATABASE_URL a user that is not a superuser.')]
    : []
}
