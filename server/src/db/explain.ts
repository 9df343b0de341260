/**
 * Explains a failure of PostgreSQL, or of the connection to it, to the operator who runs a command: what is wrong, and what to do. Any other error is
 * a fault of the program, which only its stack trace explains.
 */
import pg from 'pg'
import { asError } from '#server/base/as-error.ts'
import { Refusal } from '#server/base/refusal.ts'
import { ConnectionLost, OutOfReach, sqlState } from './failure.ts'

type Explained = { message: string; action: string }

/** What a pooler says that has no connection left. */
const WAITED_FOR_POOLER = /query_wait_timeout|max_client_conn/
const LARGER_POOL =
  'If DATABASE_URL leads to a pooler, make its pool larger: the README says how many connections each process needs. Otherwise read the log of PostgreSQL.'

/** What to do about an error of PostgreSQL, by its SQLSTATE. The first row that matches both the code and the message counts. */
const ANSWERS: readonly [code: RegExp, message: RegExp, action: string][] = [
  [
    /^(?:0A000|42501|58P01)$/,
    /extension/,
    'Install it where PostgreSQL runs (Debian has it in postgresql, other systems in postgresql-contrib, and a managed server has a list of extensions to allow), or run CREATE EXTENSION in the database as a superuser.',
  ],
  [/^28/, /no encryption/, 'Add ?sslmode=verify-full to DATABASE_URL, or allow the connection in pg_hba.conf.'],
  [/^28/, /pg_hba\.conf/, 'Allow this machine, login and database in pg_hba.conf, and reload PostgreSQL.'],
  [/^28/, /not permitted to log in/, 'Run ALTER ROLE … LOGIN.'],
  [
    /^28/,
    /./,
    'Correct the user and the password in DATABASE_URL. Percent-encode characters such as @ and # in a password, as %40 and %23.',
  ],
  [
    /^3D000$/,
    /./,
    'Create it with deploy/postgres/create-login.sh or CREATE DATABASE … ENCODING UTF8, or correct its name in DATABASE_URL. If you use the embedded database, restore a backup, as docs/backup.md describes.',
  ],
  [
    /^53300$/,
    /./,
    'Close other connections, or raise max_connections or the CONNECTION LIMIT of the login or database.',
  ],
  [/^53100$/, /shared memory/, 'Give /dev/shm where PostgreSQL runs 256 MB or more, and run the command again.'],
  [/^53100$/, /./, 'Free up space on the disk of PostgreSQL, and run the command again.'],
  [/^53/, /./, 'Give PostgreSQL more memory or a higher limit, and run the command again.'],
  [
    /^(?:58030|58P01|XX00[12])$/,
    /./,
    'The disk of PostgreSQL is failing, or its files are damaged. Stop the service and restore a backup, as docs/backup.md describes.',
  ],
  [/^42501$/, /set role/, 'Run GRANT … TO the user of DATABASE_URL, with the name of that role.'],
  [
    /^42501$/,
    /./,
    'DATABASE_URL must name the login that owns the database and its schema, as deploy/postgres/create-login.sh creates it.',
  ],
  [
    /^25006$/,
    /./,
    'DATABASE_URL must lead to the primary and not to a standby, and default_transaction_read_only must be off there (ALTER ROLE or ALTER DATABASE … RESET default_transaction_read_only). A managed server may turn that setting on when its disk is nearly full.',
  ],
  [
    /^57014$/,
    /./,
    'Run the command again. If a statement_timeout is set for the login or the database, remove it: ALTER ROLE or ALTER DATABASE … RESET statement_timeout.',
  ],
  [
    /^57P03$/,
    /./,
    'PostgreSQL is starting, stopping or recovering. Run the command again when it is ready. Its log shows the progress.',
  ],
  [
    /^(?:57P|25P0[34])/,
    /./,
    'Run the command again when PostgreSQL is ready. Its log says why it ended the connection.',
  ],
  [
    /^55P03$/,
    /./,
    'Another transaction holds a lock. End that transaction (pg_stat_activity lists it), or run the command again later.',
  ],
  [/^40/, /./, 'The command conflicted with another transaction. Run it again.'],
  [/^55000$/, /accepting connections/, 'Run ALTER DATABASE … ALLOW_CONNECTIONS true.'],
  [/^08/, WAITED_FOR_POOLER, LARGER_POOL],
  [/^08/, /./, 'DATABASE_URL may lead to a pooler. Connect to PostgreSQL directly, or use session pooling.'],
]

const UNTRUSTED =
  'Get the certificate of the authority that signed the certificate of PostgreSQL, and add &sslrootcert=/path/to/authority.pem to DATABASE_URL, after sslmode=verify-full.'

/** What to do about a connection that failed or was lost, by the code of the error or by its message. The first row that matches counts. */
const ANSWERS_ON_CONNECTING: readonly [reason: RegExp, action: string][] = [
  [/^ECONNREFUSED/, 'Start PostgreSQL, or correct the host and port in DATABASE_URL.'],
  [/^(?:ENOTFOUND|EAI_)/, 'Correct the host in DATABASE_URL or the DNS settings of this machine.'],
  [/^(?:ENOENT|EACCES).*\.s\.PGSQL/, 'Start PostgreSQL, or correct the folder of its socket (host=) in DATABASE_URL.'],
  [/^(?:ENOENT|EACCES)/, 'Correct the file that DATABASE_URL names, and let this account read it.'],
  [
    /^CERT_HAS_EXPIRED/,
    'Renew the certificate of PostgreSQL and reload it; if it is still valid, set the clock of this machine.',
  ],
  [/^CERT_NOT_YET_VALID/, 'Set the clock of this machine.'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID/, 'Use a host name in DATABASE_URL that is in the certificate of PostgreSQL.'],
  [/^(?:DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_)/, UNTRUSTED],
  [/does not support SSL/, 'Turn on ssl in postgresql.conf, or remove sslmode from DATABASE_URL.'],
  [/client password must be/, 'Add the password to DATABASE_URL: postgres://user:password@host:5432/name.'],
  [/^Query read timeout/, LARGER_POOL],
  [WAITED_FOR_POOLER, LARGER_POOL],
  [
    /^(?:ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)|time-?out/i,
    'Check the host and port in DATABASE_URL, and the firewalls on the way. A slow server may need ?connect_timeout=30 in DATABASE_URL.',
  ],
]
const OTHER_ANSWER = 'Check that PostgreSQL is running at the address in DATABASE_URL, and read the end of its log.'

/** Explains an error or its cause. Returns undefined if the failure is not one of PostgreSQL or its connection. */
export function explain(error: unknown): Explained | undefined {
  const found = causesOf(error).find(cause => cause instanceof pg.DatabaseError || isOfConnection(cause))
  if (!found) return undefined
  const answer = causesOf(found).find(cause => cause instanceof pg.DatabaseError)
  if (!answer) return unreachable(deepest(found))
  const { code = '', message } = answer
  const action = ANSWERS.find(([codes, messages]) => codes.test(code) && messages.test(message))?.[2]
  if (action === undefined) return undefined
  if (isOfConnection(found) || isOfConnecting(code))
    return { message: `The database cannot be reached: ${message}.`, action }
  // The error about a migration already says which migration failed.
  const own =
    error instanceof Error && error !== answer && !(error instanceof Refusal)
      ? error.message
      : `PostgreSQL reports: ${message}`
  return { message: `${own}.`, action }
}

/**
 * Whether the error, or what caused it, is that the server ended a connection or could not be reached, and not an answer that refuses the login or the
 * statement. A server that stops or crashes may still send its clients a last error, which counts as the end of the connection.
 */
export function isLost(error: unknown): boolean {
  return causesOf(error).some(cause => isOfConnection(cause) || endsSession(cause)) && !isRefused(error)
}

/** Whether the error, or what caused it, is that PostgreSQL answered and refused a connection, other than because it starts, stops or ended it. */
export function isRefused(error: unknown): boolean {
  return causesOf(error).some(cause => cause instanceof pg.DatabaseError && !endsSession(cause))
}

/** Whether the error is the last answer of a server that is starting or stopping, or that ended the session. */
function endsSession(error: Error): boolean {
  return /^57P0/.test(sqlState(error) ?? '')
}

function isOfConnection(error: Error): boolean {
  return error instanceof ConnectionLost || error instanceof OutOfReach
}

/** Whether the code is that of an error that occurs before the first statement. */
function isOfConnecting(code: string): boolean {
  return /^(?:28|3D000$|53300$|08|55000$)/.test(code)
}

function unreachable(error: Error): Explained {
  const { code, message } = asError(error)
  const said = [code, message].filter(Boolean).join(' ')
  const reason = firstLine(message || code || 'no reason was given')
  return {
    message: `The database cannot be reached: ${reason}.`,
    action: ANSWERS_ON_CONNECTING.find(([of]) => of.test(said) || of.test(message))?.[1] ?? OTHER_ANSWER,
  }
}

/** The message of an error, without the advice that Node adds for programmers. */
function firstLine(message: string): string {
  return message.split(/\n|; if the root CA/)[0]?.replace(/\.$/, '') ?? message
}

function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let one = error; one instanceof Error && !causes.includes(one); one = one.cause) causes.push(one)
  return causes
}

/** The innermost cause. A host with several addresses fails with one error for each address, and the first of them is returned. */
function deepest(error: Error): Error {
  const last = causesOf(error).at(-1) ?? error
  return last instanceof AggregateError && last.errors[0] instanceof Error ? last.errors[0] : last
}
