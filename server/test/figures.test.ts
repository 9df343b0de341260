/** The figures that documents and API descriptions quote are those of the code. */
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '#server/bundle.ts'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const sources = globSync('{contract,server/src}/**/*.ts', { cwd: ROOT }).map(file => ({ file, text: read(file) }))
const source = sources.map(({ text }) => text).join('\n')

/** The value of the one constant with that name, in any file with `folder` in its path, so that files can be moved. */
function constant(name: string, folder = ''): number {
  const declared = new RegExp(`\\bconst ${name} = ([\\d_* ]+)$`, 'gm')
  const found = sources
    .filter(({ file }) => file.includes(folder))
    .flatMap(({ text }) => [...text.matchAll(declared)].map(([, value = '']) => product(value)))
  assert.equal(found.length, 1, `${found.length} constants are called ${name}`)
  return found[0] as number
}

function product(text: string): number {
  return text.split('*').reduce((value, factor) => value * Number(factor.replaceAll('_', '')), 1)
}

const SCHEDULER = 'LIMITS: Limits = {'

/** The values of a field in the object literal that follows `start`, such as `const LIMITS = {`. */
function fields(start: string, field: string): number[] {
  const from = source.indexOf(start)
  assert.ok(from >= 0, `there is no ${start}`)
  const end = source.indexOf('\n}', from)
  return [...source.slice(from, end).matchAll(new RegExp(`\\b${field}: ([\\d_]+)`, 'g'))].map(([, text = '']) =>
    product(text),
  )
}

const field = (start: string, name: string) => fields(start, name)[0] as number
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const count = (pattern: RegExp) => source.match(pattern)?.length ?? 0

/** The connections of a process: pools, sign-in, the audit log, listeners, two for each running import, upkeep, and the check where the address leads. */
const connections = () =>
  sum(fields('export function openPools(', 'connections')) +
  constant('SIGN_IN_CONNECTIONS') +
  field('export const SNAPSHOTS = {', 'connections') +
  1 +
  count(/\blisten\([A-Z']/g) +
  field('const limits = { statementTimeoutMs: transactionTimeoutMs, transactionTimeoutMs }', 'connections') *
    field('const LIMITS = {\n  inAll', 'inAll') +
  1 +
  1

test('the doctor assumes the actual maximum of connections per process', () => {
  assert.equal(constant('CONNECTIONS_PER_PROCESS'), connections())
})

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const KIB = 1024

/** The text with each sentence on one line; the rows of tables keep their lines. */
const unwrapped = (text: string) => text.replace(/(?<![|\n])\n\s*(?=[^|\n])/g, ' ')

type Figure = { says: RegExp; of: () => number[] }
const FIGURES: Record<string, Figure[]> = {
  'README.md': [{ says: /opens at most (\S+) connections to PostgreSQL/, of: () => [connections()] }],
  'ARCHITECTURE.md': [
    {
      says: /[Uu]p to ([\d,]+)\s+calls may be in flight/,
      of: () => [field('CONNECTION_LIMITS: ConnectionLimits', 'inFlight')],
    },
    {
      says: /Without a key or a session a body has (\d+) KiB/,
      of: () => [constant('MAX_UNAUTHENTICATED_BODY_BYTES') / KIB],
    },
    { says: /tries again, for (\d+) s/, of: () => [constant('TWIN_WAIT_MS') / SECOND] },
  ],
  'docs/operate.md': [
    {
      says: /until it has arrived \| (\d+) s/,
      of: () => [constant('REQUEST_TIMEOUT_MS', 'http/unparsed.ts') / SECOND],
    },
    { says: /close its own sooner \| (\d+) s/, of: () => [constant('KEEP_ALIVE_MS', 'http/app.ts') / SECOND] },
    {
      says: /until its reply begins \| (\d+) s/,
      of: () => [constant('HALF_CLOSED_MS', 'http/connection.ts') / SECOND],
    },
    {
      says: /figures of the database \| (\d+) s/,
      of: () => [constant('WAIT_MS', 'observe/load.ts') / SECOND],
    },
    {
      says: /connection to PostgreSQL \| (\d+) s/,
      of: () => [constant('CONNECT_TIMEOUT_MS', 'db/session.ts') / SECOND],
    },
    {
      says: /statement of a read, .*? \| (\d+) s/,
      of: () => [constant('STATEMENT_TIMEOUT_MS', 'src/database.ts') / SECOND],
    },
    { says: /its idle time \| (\d+) s/, of: () => [constant('TRANSACTION_TIMEOUT_MS', 'src/database.ts') / SECOND] },
    {
      says: /\(rent roll, export\) \| (\d+) s; the whole stream (\d+) s/,
      of: () => ['statementTimeoutMs', 'lifetimeMs'].map(name => field('SNAPSHOTS = {', name) / SECOND),
    },
    { says: /takes nothing \| (\d+) s/, of: () => [constant('STALL_LIMIT_MS') / SECOND] },
    { says: /audit line of a reply \| (\d+) s/, of: () => [constant('COMMIT_TIMEOUT_MS', 'audit/log.ts') / SECOND] },
    {
      says: /each piece \| (\d+) s/,
      of: () => [constant('LIMIT_MS', 'src/upkeep.ts') / SECOND],
    },
    { says: /that waits for a lock \| (\d+) s/, of: () => [constant('LOCK_TIMEOUT_MS', 'db/migrate.ts') / SECOND] },
    { says: /webhook call, as a whole \| (\d+) s/, of: () => [constant('SEND_LIMIT_MS') / SECOND] },
    { says: /claim on a delivery, .* \| (\d+) s/, of: () => [constant('CLAIM_MS', 'webhooks/worker.ts') / SECOND] },
    {
      says: /e-mail, as a whole \| (\d+) s; a text message (\d+) s/,
      of: () => [constant('CONVERSATION_TIMEOUT_MS') / SECOND, constant('TIMEOUT_MS', 'messaging/twilio.ts') / SECOND],
    },
    { says: /claim on a message, .* \| (\d+) s/, of: () => [constant('CLAIM_MS', 'domain/messages/') / SECOND] },
    {
      says: /told to stop \| (\d+) s; its e-mails (\d+) s/,
      of: () => [
        constant('CLOSE_LIMIT_MS', 'http/closing.ts') / SECOND,
        constant('STOP_LIMIT_MS', 'messaging/send-queue.ts') / SECOND,
      ],
    },
  ],
  'docs/webhooks.md': [
    { says: /within (\d+) seconds/, of: () => [constant('SEND_LIMIT_MS') / SECOND] },
    { says: /an organization has at most (\d+) subscriptions/, of: () => [constant('MAX_SUBSCRIPTIONS')] },
    { says: /events of the last (\d+) days/, of: () => [constant('EVENTS_KEPT_DAYS')] },
    {
      says: /For (\d+) hours every request has two signatures/,
      of: () => [constant('OVERLAP_MS', 'domain/webhooks/') / HOUR],
    },
    { says: /its messages within (\d+) minutes/, of: () => [constant('CLAIM_MS', 'domain/messages/') / MINUTE] },
  ],
  'docs/import.md': [
    { says: /may have at most ([\d,]+) units/, of: () => [constant('MAX_UNITS', 'import/')] },
    {
      says: /([\d,]+) columns, ([\d,]+) characters per cell,\s+([\d,]+) characters per row/,
      of: () => ['MAX_COLUMNS', 'MAX_CELL_CHARACTERS', 'MAX_ROW_CHARACTERS'].map(name => constant(name)),
    },
    {
      says: /(\d+) rows above the\s+header, (\d+) residents per unit/,
      of: () => ['MAX_ROWS_ABOVE', 'MAX_RESIDENTS'].map(name => constant(name)),
    },
    { says: /(\d+) MiB per file/, of: () => [constant('MAX_BYTES', 'import/rows/') / KIB / KIB] },
  ],
  'decisions/0005-guesses.md': [
    { says: /(\d+) lookups per minute per address/, of: () => [constant('GUESSES_PER_MINUTE')] },
  ],
  'decisions/0006-sms-at-most-once.md': [
    {
      says: /A claim ends by itself after (\d+) minutes/,
      of: () => [constant('CLAIM_MS', 'domain/messages/') / MINUTE],
    },
  ],
  'decisions/0008-rent-roll.md': [
    { says: /Up to (\d+) KiB are held back/, of: () => [constant('HEAD_LENGTH') / KIB] },
    { says: /sent as it is read, for up to (\d+) minutes/, of: () => [field('SNAPSHOTS = {', 'lifetimeMs') / MINUTE] },
  ],
  'decisions/0010-pinned-addresses.md': [
    { says: /(\d+) seconds for all of it/, of: () => [constant('SEND_LIMIT_MS') / SECOND] },
    { says: /the first (\d+) KiB of the response are kept/, of: () => [constant('MAX_EXCERPT_BYTES') / KIB] },
    { says: /The addresses of a name are cached for (\d+) seconds/, of: () => [constant('PIN_MS') / SECOND] },
  ],
  'decisions/0011-console.md': [
    {
      says: /(\d+) of an account from one network, (\d+) of an account, (\d+) of a network/,
      of: () => ['pair', 'account', 'network'].map(name => field('ATTEMPT_LIMITS = {', name)),
    },
    {
      says: /a filter looks at\s+([\d,]+) lines at most.*?at most ([\d,]+) are read/s,
      of: () => ['LOOK_BACK_LINES', 'LOOK_BACK_FAILED_LINES'].map(name => constant(name)),
    },
    { says: /signed in within (\d+) days/, of: () => [constant('KNOWN_FOR_MS') / DAY] },
  ],
  'decisions/0014-reading-bodies.md': [
    {
      says: /more than (\d+)\s+levels, ([\d,]+) fields in an object, or ([\d,]+) values/,
      of: () => ['MAX_LEVELS', 'MAX_FIELDS', 'MAX_VALUES'].map(name => constant(name)),
    },
    { says: /a body has at most (\d+) KiB/, of: () => [constant('MAX_UNAUTHENTICATED_BODY_BYTES') / KIB] },
  ],
  'decisions/0028-time-of-an-import.md': [
    { says: /others wait (\d+) s for their turn/, of: () => [constant('IMPORT_WAIT_MS') / SECOND] },
  ],
  'decisions/0035-slow-connections.md': [
    {
      says: /up to ([\d,]+)\s+may be in flight/,
      of: () => [field('CONNECTION_LIMITS: ConnectionLimits', 'inFlight')],
    },
    {
      says: /at most ([\d,]+) unfinished requests of one network\s.*?([\d,]+) in all, and at most ([\d,]+) idle connections of one network, ([\d,]+) in all/s,
      of: () => {
        const perNetwork = fields('CONNECTION_LIMITS: ConnectionLimits', 'perNetwork')
        const inAll = fields('CONNECTION_LIMITS: ConnectionLimits', 'inAll')
        return [perNetwork[0], inAll[0], perNetwork[1], inAll[1]] as number[]
      },
    },
    {
      says: /at most ([\d,]+) of them of one network and ([\d,]+) in all are kept.*?has read nothing for (\d+) s/s,
      of: () => [
        fields('CONNECTION_LIMITS: ConnectionLimits', 'perNetwork')[2]!,
        fields('CONNECTION_LIMITS: ConnectionLimits', 'inAll')[2]!,
        constant('STALL_LIMIT_MS') / SECOND,
      ],
    },
    { says: /a connection has at most (\d+) calls in progress/, of: () => [constant('MAX_PIPELINED')] },
  ],
  'decisions/0040-deliveries-in-turns.md': [
    {
      says: /at most (\d+) for one\s+subscription, (\d+) if its target answered the last call within (\d+) ms/,
      of: () => ['callsPerSubscription', 'callsPerQuickSubscription', 'quickMs'].map(name => field(SCHEDULER, name)),
    },
  ],
  'contract/errors.ts': [
    { says: /The body is larger than (\d+) MiB/, of: () => [constant('MAX_BODY_BYTES') / KIB / KIB] },
  ],
  'contract/v1/rent-roll.ts': [
    { says: /for at most (\d+) minutes/, of: () => [field('SNAPSHOTS = {', 'lifetimeMs') / MINUTE] },
    { says: /accepts nothing for (\d+) seconds/, of: () => [constant('STALL_LIMIT_MS') / SECOND] },
  ],
  'contract/v1/changes.ts': [
    { says: /for at most (\d+) minutes/, of: () => [field('SNAPSHOTS = {', 'lifetimeMs') / MINUTE] },
    { says: /accepts nothing for (\d+) seconds/, of: () => [constant('STALL_LIMIT_MS') / SECOND] },
  ],
  'docs/sync.md': [{ says: /for at most (\d+) minutes/, of: () => [field('SNAPSHOTS = {', 'lifetimeMs') / MINUTE] }],
  'client/README.md': [
    { says: /for at most (\d+) minutes/, of: () => [field('SNAPSHOTS = {', 'lifetimeMs') / MINUTE] },
  ],
  'contract/openapi-webhooks.ts': [
    { says: /Respond with 2xx within (\d+) seconds/, of: () => [constant('SEND_LIMIT_MS') / SECOND] },
  ],
}

for (const [file, figures] of Object.entries(FIGURES)) {
  test(`${file} quotes the same figures as the code`, () => {
    const text = unwrapped(read(file))
    for (const { says, of } of figures) {
      const [sentence, ...quoted] = says.exec(text) ?? []
      assert.ok(sentence, `${file} says nothing like ${says}`)
      assert.deepEqual(
        quoted.map(text => Number(text.replaceAll(',', ''))),
        of(),
        sentence,
      )
    }
  })
}

test('CONTRIBUTING.md lists every test file that some machines skip', () => {
  const skipping = globSync('server/test/**/*.test.ts', { cwd: ROOT })
    .filter(file => /[{ ]skip(?::|,| \})|\.skip\(/.test(read(file)))
    .sort()
  const listed = [...read('CONTRIBUTING.md').matchAll(/^\| `(server\/test\/[^`]+)`/gm)].map(([, file]) => file)
  assert.deepEqual(listed, skipping)
})

test('every file and folder on the map of ARCHITECTURE.md exists', () => {
  const [, map = ''] = read('ARCHITECTURE.md').split('```\n')
  let top = ''
  const paths = map.split('\n').flatMap(line => {
    const [, folder] = /^([a-z]+\/)/.exec(line) ?? []
    if (folder) top = folder
    const [, inner] = /^ {2}([a-z][\w./-]*)(?:\s|$)/.exec(line) ?? []
    return folder ? [folder] : inner ? [top + inner] : []
  })
  assert.ok(paths.length > 20)
  assert.deepEqual(
    paths.filter(path => !existsSync(join(ROOT, path))),
    [],
  )
})
