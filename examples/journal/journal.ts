/**
 * Turns the ledgers of an organization's leases into a double-entry journal, each line exactly once and on its own day. README.md explains how to run it.
 */
import { DatabaseSync } from 'node:sqlite'
import { createClient, type LedgerLine } from '@gatehouse/client'

const { GATEHOUSE_URL = 'http://127.0.0.1:8080', GATEHOUSE_KEY = '', JOURNAL_FILE = 'journal.db' } = process.env

const CASH = '1000 Operating bank account'
const TRUST = '1050 Deposit trust account'
const RECEIVABLE = '1200 Accounts receivable'
const DEPOSITS = '2100 Security deposits held'
const BILLED_DEPOSITS = '2190 Security deposits billed'
const OPENING = '3000 Opening balances'
const COUNTERPARTS: Record<LedgerLine['code'], string> = {
  RENT: '4000 Rental income',
  CONCESSION: '4090 Concessions',
  PARKING: '4100 Parking income',
  PET: '4110 Pet income',
  STORAGE: '4120 Storage income',
  UTILITY: '4200 Utility reimbursements',
  LATE_FEE: '4300 Late fees',
  OTHER: '4900 Other income',
  DEPOSIT: BILLED_DEPOSITS,
  OPENING_BALANCE: OPENING,
  // A payment without money is a prepaid opening balance that is taken back.
  PAYMENT: OPENING,
  REFUND: OPENING,
}

/** Cents by account: a debit is positive, a credit negative, and the sum is 0. */
type Entry = Record<string, number>

const client = createClient({ baseUrl: GATEHOUSE_URL, apiKey: GATEHOUSE_KEY })
const db = new DatabaseSync(JOURNAL_FILE)
db.exec(`
  pragma journal_mode = wal;
  create table if not exists progress (one integer primary key check (one = 1), checkpoint text not null);
  create table if not exists leases (id text primary key, property text not null, is_read integer not null) without rowid;
  create table if not exists journal (
    line integer primary key autoincrement, ledger_line text not null, day text not null, property text not null, lease text not null,
    record text not null, account text not null, cents integer not null, memo text not null
  );
  create index if not exists journal_by_lease on journal (lease, ledger_line);
`)
const findCheckpoint = db.prepare('select checkpoint from progress')
const saveCheckpoint = db.prepare('insert or replace into progress (one, checkpoint) values (1, ?)')
const saveLease = db.prepare('insert or replace into leases (id, property, is_read) values (?, ?, 0)')
const forgetReads = db.prepare('update leases set is_read = 0')
const findUnread = db.prepare('select id, property from leases where not is_read limit 1')
const markRead = db.prepare('update leases set is_read = 1 where id = ?')
/** What is posted for each line of a lease's ledger; nothing if it was reversed. */
const listPosted = db.prepare(
  `select ledger_line, record, account, sum(cents) as cents from journal where lease = ?
    group by ledger_line, record, account having sum(cents) <> 0`,
)
const insertLine = db.prepare(
  'insert into journal (ledger_line, day, property, lease, record, account, cents, memo) values (?, ?, ?, ?, ?, ?, ?, ?)',
)

/** The entry of a line: what it adds to the receivable or to the deposit, and the money that was received or paid out with it. */
function entryOf({ account, code, amount_cents, cash_cents, payment_id }: LedgerLine): Entry {
  if (account === 'RECEIVABLE') {
    return { [RECEIVABLE]: amount_cents, [CASH]: cash_cents, [COUNTERPARTS[code]]: -amount_cents - cash_cents }
  }
  const held = { [TRUST]: amount_cents, [DEPOSITS]: -amount_cents }
  // The money of a deposit that is paid is received by the line of its payment, and moves on to the trust account.
  const isPaid = payment_id !== null && cash_cents === 0
  return isPaid ? { ...held, [CASH]: -amount_cents, [BILLED_DEPOSITS]: amount_cents } : held
}

/** Remembers every lease whose ledger may have new lines, in one transaction with the checkpoint, and reads their ledgers. */
async function sync(): Promise<void> {
  await client.sync({
    types: ['lease', 'invoice', 'payment'],
    load: () => findCheckpoint.get()?.checkpoint as string | undefined,
    store: ({ isNewCopy, changes, checkpoint }) =>
      inTransaction(async () => {
        // After a restore, lines may be gone, also those of leases that are gone.
        if (isNewCopy) forgetReads.run()
        for await (const { record } of changes) if (record) saveLease.run(record.lease_id, record.property_id)
        saveCheckpoint.run(checkpoint)
      }),
  })
  const { today } = await client.getOrganization()
  for (let lease = findUnread.get(); lease; lease = findUnread.get()) {
    const { id, property } = lease as { id: string; property: string }
    const lines = await ledgerOf(id)
    await inTransaction(async () => {
      post(id, property, lines, today)
      markRead.run(id)
    })
  }
}

/** The whole ledger of a lease, the earliest line first; empty if the lease is not in the database of the service. */
async function ledgerOf(id: string): Promise<LedgerLine[]> {
  const lines: LedgerLine[] = []
  try {
    for await (const line of client.eachLeaseLedgerEntry({ id })) lines.push(line)
  } catch (error) {
    if ((error as { error?: string }).error !== 'not_found') throw error
  }
  return lines.reverse()
}

/** Posts the lines of a ledger that are not posted yet, and reverses those that are no longer in it. */
function post(lease: string, property: string, lines: readonly LedgerLine[], today: string): void {
  const posted = listPosted.all(lease) as { ledger_line: string; record: string; account: string; cents: number }[]
  const known = new Set(posted.map(({ ledger_line }) => ledger_line))
  for (const line of lines) {
    const { line_id, effective_on, invoice_id, payment_id, invoice_number, description } = line
    if (known.has(line_id)) continue
    const memo = invoice_number === null ? description : `Invoice ${invoice_number}: ${description}`
    for (const [account, cents] of Object.entries(entryOf(line)).filter(([, cents]) => cents !== 0)) {
      insertLine.run(line_id, effective_on, property, lease, invoice_id ?? payment_id ?? lease, account, cents, memo)
    }
  }
  const current = new Set(lines.map(({ line_id }) => line_id))
  for (const { ledger_line, record, account, cents } of posted.filter(({ ledger_line }) => !current.has(ledger_line))) {
    insertLine.run(ledger_line, today, property, lease, record, account, -cents, 'Not in the restored database')
  }
}

async function inTransaction(work: () => Promise<void>): Promise<void> {
  db.exec('begin immediate')
  try {
    await work()
    db.exec('commit')
  } catch (error) {
    db.exec('rollback')
    throw error
  }
}

/** The whole journal; the lines of one entry are consecutive and balance. */
function printCsv(): void {
  // Turns a cell that a spreadsheet would read as a formula into text.
  const cell = (text: string) => `"${text.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`
  const money = (cents: number) => (cents > 0 ? (cents / 100).toFixed(2) : '')
  console.log('line,day,property,lease,record,account,debit,credit,memo')
  for (const row of db.prepare('select * from journal order by line').iterate()) {
    const { line, day, property, lease, record, account, cents, memo } = row as Record<string, string> & {
      cents: number
    }
    const text = [cell(account as string), money(cents), money(-cents), cell(memo as string)]
    console.log([line, day, property, lease, record, ...text].join(','))
  }
}

const [command] = process.argv.slice(2)
if (command === 'sync') await sync()
else if (command === 'csv') printCsv()
else {
  console.error('node journal.ts sync | csv')
  process.exitCode = 2
}
