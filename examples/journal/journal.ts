/**
 * Turns invoices, payments and deposits of an organization into a double-entry journal, each change exactly once. README.md explains how to run it.
 */
import { DatabaseSync } from 'node:sqlite'
import { createClient, type Invoice, type LeaseRecord, type Payment } from '@gatehouse/client'

const { GATEHOUSE_URL = 'http://127.0.0.1:8080', GATEHOUSE_KEY = '', JOURNAL_FILE = 'journal.db' } = process.env

const CASH = '1000 Operating bank account'
const TRUST = '1050 Deposit trust account'
const RECEIVABLE = '1200 Accounts receivable'
const DEPOSITS = '2100 Security deposits held'
const PREPAID = '2200 Prepaid rent'
const OPENING = '3000 Opening balances'
const INCOME: Record<string, string> = {
  RENT: '4000 Rental income',
  CONCESSION: '4090 Concessions',
  PARKING: '4100 Parking income',
  PET: '4110 Pet income',
  STORAGE: '4120 Storage income',
  UTILITY: '4200 Utility reimbursements',
  LATE_FEE: '4300 Late fees',
  OPENING_BALANCE: OPENING,
}
const OTHER_INCOME = '4900 Other income'

/** Cents by account: a debit is positive, a credit negative, and the sum is 0. */
type Position = Record<string, number>

const client = createClient({ baseUrl: GATEHOUSE_URL, apiKey: GATEHOUSE_KEY })
const db = new DatabaseSync(JOURNAL_FILE)
db.exec(`
  pragma journal_mode = wal;
  create table if not exists progress (one integer primary key check (one = 1), checkpoint text not null);
  create table if not exists deposit_invoices (id text primary key, is_deposit integer not null) without rowid;
  create table if not exists positions (record text, account text, cents integer not null, primary key (record, account)) without rowid;
  create table if not exists journal (
    line integer primary key autoincrement, entry text not null, day text not null, account text not null, cents integer not null, memo text not null
  );
`)
const findCheckpoint = db.prepare('select checkpoint from progress')
const saveCheckpoint = db.prepare('insert or replace into progress (one, checkpoint) values (1, ?)')
const saveInvoiceKind = db.prepare('insert or replace into deposit_invoices (id, is_deposit) values (?, ?)')
const findInvoiceKind = db.prepare('select is_deposit from deposit_invoices where id = ?')
const listPositions = db.prepare('select account, cents from positions where record = ?')
const listRecords = db.prepare('select distinct record from positions')
const savePosition = db.prepare('insert or replace into positions (record, account, cents) values (?, ?, ?)')
const insertLine = db.prepare('insert into journal (entry, day, account, cents, memo) values (?, ?, ?, ?, ?)')

/**
 * The amount that an issued invoice makes the lease owe, unless it is void. The charge of a deposit is not income and not owed to us: the deposit
 * is held once it is paid.
 */
function positionOfInvoice({ status, lines, total_cents }: Invoice): Position {
  const isDeposit = lines.some(({ charge_code }) => charge_code === 'DEPOSIT')
  if (status === 'DRAFT' || status === 'VOID' || isDeposit) return {}
  const position: Position = { [RECEIVABLE]: total_cents }
  for (const { charge_code, amount_cents } of lines) add(position, INCOME[charge_code] ?? OTHER_INCOME, -amount_cents)
  return position
}

/**
 * The amounts that a received payment paid. The part that paid a deposit is posted with the lease, which states what is held. Undefined if an invoice
 * is not known yet: the change that applied the payment to it comes with the invoice.
 */
function positionOfPayment({ status, allocations, unapplied_cents }: Payment): Position | undefined {
  const position: Position = {}
  if (status !== 'PAID') return position
  add(position, PREPAID, -unapplied_cents)
  for (const { invoice_id, amount_cents } of allocations) {
    const kind = findInvoiceKind.get(invoice_id)
    if (!kind) return undefined
    if (!kind.is_deposit) add(position, RECEIVABLE, -amount_cents)
  }
  add(position, CASH, -sumOf(position))
  return position
}

/** The deposit that is held for a lease is owed to its residents, and is in the trust account. */
function positionOfLease({ deposit_held_cents }: LeaseRecord): Position {
  return { [TRUST]: deposit_held_cents ?? 0, [DEPOSITS]: -(deposit_held_cents ?? 0) }
}

function add(position: Position, account: string, cents: number): void {
  position[account] = (position[account] ?? 0) + cents
}

function sumOf(position: Position): number {
  return Object.values(position).reduce((sum, cents) => sum + cents, 0)
}

/** Posts the difference between what a record means now and what was posted for it before; nothing if there is none. */
function post(record: string, position: Position, days: { first: string; later: string }, memo: string): void {
  const posted = listPositions.all(record) as { account: string; cents: number }[]
  const difference: Position = { ...position }
  for (const { account, cents } of posted) add(difference, account, -cents)
  if (sumOf(difference) !== 0) throw new Error(`The entry of ${record} does not balance.`)
  const day = posted.length === 0 ? days.first : days.later
  for (const [account, cents] of Object.entries(difference).filter(([, cents]) => cents !== 0)) {
    insertLine.run(record, day, account, cents, memo)
    savePosition.run(record, account, position[account] ?? 0)
  }
}

async function sync(): Promise<void> {
  const { time_zone } = await client.getOrganization()
  const dayOf = (instant: string) => new Date(instant).toLocaleDateString('en-CA', { timeZone: time_zone })
  const postInvoice = (invoice: Invoice) => {
    const { invoice_id, number, issue_date, voided_at, updated_at, status, lines } = invoice
    saveInvoiceKind.run(invoice_id, lines.some(({ charge_code }) => charge_code === 'DEPOSIT') ? 1 : 0)
    const days = { first: issue_date, later: dayOf(voided_at ?? updated_at) }
    post(invoice_id, positionOfInvoice(invoice), days, `Invoice ${number}${status === 'VOID' ? ' void' : ''}`)
  }
  const postPayment = (payment: Payment) => {
    const { payment_id, payment_date, reversed_at, updated_at, status, reference } = payment
    const position = positionOfPayment(payment)
    const days = { first: payment_date, later: dayOf(reversed_at ?? updated_at) }
    if (position) post(payment_id, position, days, `Payment ${status.toLowerCase()} ${reference ?? ''}`.trim())
  }
  await client.sync({
    types: ['lease', 'invoice', 'payment'],
    load: () => findCheckpoint.get()?.checkpoint as string | undefined,
    async store({ isNewCopy, changes, checkpoint }) {
      const today = dayOf(new Date().toISOString())
      const gone = new Set(isNewCopy ? listRecords.all().map(({ record }) => record as string) : [])
      db.exec('begin immediate')
      try {
        for await (const { type, id, record } of changes) {
          gone.delete(id)
          if (record === null) continue
          if (type === 'invoice') postInvoice(record)
          else if (type === 'payment') postPayment(record)
          else post(id, positionOfLease(record), { first: today, later: today }, `Deposit of unit ${record.unit_label}`)
        }
        for (const id of gone) post(id, {}, { first: today, later: today }, 'Not in the restored database')
        saveCheckpoint.run(checkpoint)
        db.exec('commit')
      } catch (error) {
        db.exec('rollback')
        throw error
      }
    },
  })
}

/** The whole journal; the lines of one change are consecutive and balance. */
function printCsv(): void {
  // Turns a cell that a spreadsheet would read as a formula into text.
  const cell = (text: string) => `"${text.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`
  const money = (cents: number) => (cents > 0 ? (cents / 100).toFixed(2) : '')
  console.log('line,entry,day,account,debit,credit,memo')
  for (const row of db.prepare('select * from journal order by line').iterate()) {
    const { line, entry, day, account, cents, memo } = row as Record<string, string> & { cents: number }
    console.log(
      [line, entry, day, cell(account as string), money(cents), money(-cents), cell(memo as string)].join(','),
    )
  }
}

const [command] = process.argv.slice(2)
if (command === 'sync') await sync()
else if (command === 'csv') printCsv()
else {
  console.error('node journal.ts sync | csv')
  process.exitCode = 2
}
