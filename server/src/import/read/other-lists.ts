/** Knows the lists that offices export along with rent rolls, so that one of another kind is refused by its name and not read as a rent roll. */
import { Refusal } from '#server/base/refusal.ts'
import { inWords, type TableColumns } from './table-columns.ts'

/** Returns the refusal of a table that has units and residents and is not a rent roll; `titles` are the texts above it. */
export function refusalOfOtherList(columns: TableColumns<string>, titles: readonly string[]): Refusal | undefined {
  return refusalOfAged(columns, titles) ?? refusalOfCharges(columns) ?? refusalOfSigns(columns)
}

const VENDORS =
  'This file looks like a list of vendors, which is not imported. Create them in the console, under Vendors.'

/** Lists that offices export along with rent rolls and that are not imported, each with a header that shows it. */
const LISTS: readonly (readonly [header: RegExp, message: string])[] = [
  [
    /^customers?(?: (?:full )?name|:job)?$/i,
    'This file looks like a list of QuickBooks customers, which does not say in which units they live. Add the columns Property, Unit, Rent and Lease From to it, or fill in our template.',
  ],
  [/^vendors?(?: name)?$/i, VENDORS],
  [
    /^owners?(?: (?:name|id|type|packets?))?$|^propert(?:y|ies) owned$|^owned propert(?:y|ies)$|^last packet sent$/i,
    'This file looks like a list of owners, which is not imported. Create them in the console, under Owners, or import a rent roll with the column Owner.',
  ],
]

/** Headers of a list of contractors that calls none of its columns Vendor; a single one may be of another list. */
const OF_VENDOR =
  /^(?:trades?|specialt(?:y|ies)|(?:send )?1099.*|w-?9.*|(?:federal )?tax(?:payer)? id.*|ein|tin|default gl account|do not use.*|(?:contractor )?license(?: ?(?:#|no\.?|number|expir\w*))?|(?:\w+ )?ins(?:urance)?\b.*expir\w*|workers'? comp.*|hourly rate|preferred vendor)$/i

/** Returns the refusal of a list of customers, vendors or owners, by the column of their names or by what is known of vendors. */
export function refusalOfNames({ headers }: TableColumns<string>): Refusal | undefined {
  const [, list] = LISTS.find(([header]) => headers.some(each => header.test(each))) ?? []
  const isOfVendors = headers.filter(header => OF_VENDOR.test(inWords(header))).length > 1
  const message = list ?? (isOfVendors ? VENDORS : undefined)
  return message === undefined ? undefined : new Refusal('invalid_request', message)
}

/** A column of what has been owed for some days: `0-30`, `31 - 60 Days`, `91+`, `Over 90`, `30 Days`. */
const AGE =
  /^(?:\d{1,3} ?(?:-|–|to) ?\d{1,3}(?: days)?|\d{1,3} ?\+(?: days)?|\d{2,3} days(?: past due)?|(?:over|>) ?\d{2,3}(?: days)?)$/i

/** Whether cells are the header of aged receivables, which has a column for each age. */
export function isHeaderOfAged(cells: readonly string[]): boolean {
  return cells.filter(cell => AGE.test(cell.trim())).length > 1
}

/**
 * Refuses aged receivables and delinquency, which name units and tenants as well. Read as a rent roll, such a report would make every tenant who owes
 * a current one without rent, even one who has given notice. A rent roll may have such columns too, next to the rent and the lease.
 */
export function refusalOfAged(
  { headers, indexOf }: TableColumns<string>,
  titles: readonly string[],
): Refusal | undefined {
  if (!isHeaderOfAged(headers)) return undefined
  const hasLease = ['status', 'leaseFrom', 'leaseTo', 'leaseTerm', 'moveIn'].some(field => indexOf.has(field))
  const hasRent = ['rent', 'tenantRent', 'total', 'marketRent'].some(field => indexOf.has(field))
  if (hasLease && hasRent && !titles.some(title => TITLE_OF_AGED.test(title))) return undefined
  return new Refusal(
    'invalid_request',
    'This file looks like a report of aged receivables or delinquency, which is not imported, because it lists only those who owe. Import the rent roll, which has the balances, or a ledger, which has the charges and payments behind them.',
  )
}

const TITLE_OF_AGED =
  /^\s*(?:tenant |resident )?(?:delinquen(?:t|cy|cies)|aged receivables?|receivables? aging|aging)\b/i

/**
 * Returns the refusal of a list with a row for each charge, whose amounts would not be read as rent; undefined for any other table.
 */
function refusalOfCharges({ ignored, indexOf }: TableColumns<string>): Refusal | undefined {
  if (['rent', 'tenantRent', 'total'].some(field => indexOf.has(field))) return undefined
  const word = ignored.find(header => CHARGE.test(header))
  const amount = ignored.find(header => CHARGE_AMOUNT.test(header))
  if (word === undefined || amount === undefined) return undefined
  return new Refusal(
    'invalid_request',
    `This file looks like a list with a row for each charge (${word}, ${amount}), which is not imported. Import a rent roll, which has a row for each unit, with the rent and a column for each other charge.`,
  )
}

const CHARGE = /^(?:recurring )?charge(?: (?:code|type|description|name))?$|^(?:gl )?account(?: name)?$/i
const CHARGE_AMOUNT = /^(?:charge |scheduled |monthly )?amount$/i

/** Headers of a list of prospects. */
const LEAD =
  /\binquir(?:y|ies|ed)\b|\bguest card|\bprospects?\b|^(?:lead )?source$|\bdesired\b|\bprefer(?:ence|red)\b|\bmax(?:imum)? (?:rent|budget)\b|^budget$|\btour(?:ed)?\b|^interested in$/i

const LEADS = 'leads, which are not imported. Create them in the console, under Leads.'

/** Headers of which a rent roll has none, or one by chance: two of them show another kind of list. */
const SIGNS: readonly (readonly [header: RegExp, what: string])[] = [
  [
    /\b(?:policy|policies|insured|insurer|carrier|coverage|liability)\b|^provider$/i,
    'insurance policies, which are not imported.',
  ],
  [/^(?:vehicle )?(?:make|model|vin|color)$|\b(?:license|plate|vehicle)\b/i, 'vehicles, which are not imported.'],
  [LEAD, LEADS],
  [
    /^(?:task|ticket|work ?order|wo|service request|maintenance request|request|job|issue)(?: ?(?:#|no\.?|number|id))?$|^(?:priority|urgency|subject|assigned(?: to)?|technician|problem|job description|brief description)$/i,
    'work orders. They need Work Order Number, Property, and Job Description.',
  ],
  [
    /^(?:invoice|bill)(?: ?(?:#|no\.?|number|id|date))?$|^due (?:date|on)$/i,
    'invoices, which are not imported. Import a ledger, which has the charges and payments of each resident.',
  ],
  [
    /^(?:payment|receipt|transaction)(?: initiated| completed)? (?:date|amount|status|type|method|id|#|no\.?|number)$|^(?:amount|amt)(?: (?:received|paid))?$|^(?:paid by|received from|payer|how paid)$|^(?:date paid|paid (?:on|date)|date of payment|initiated|completed|processed|deposited)(?: on)?$/i,
    'payments. They need Date, Amount, Property, and Unit or Tenant.',
  ],
]

/** Returns the refusal of a list of leads, which mostly has no column of units. */
export function refusalOfLeads({ headers, indexOf }: TableColumns<string>): Refusal | undefined {
  if (['rent', 'tenantRent', 'leaseFrom', 'leaseTo', 'leaseTerm'].some(field => indexOf.has(field))) return undefined
  const found = headers.filter(header => LEAD.test(inWords(header))).slice(0, 5)
  return found.length > 1 ? refusalOfSign(found, LEADS) : undefined
}

function refusalOfSign(found: readonly string[], what: string): Refusal {
  const message = `By its columns ${found.join(', ')}, this file looks like a list of ${what}`
  return new Refusal('invalid_request', message)
}

/** Returns the refusal of a table that has neither rent nor a lease, and two headers of another kind of list. */
function refusalOfSigns({ headers, ignored, indexOf }: TableColumns<string>): Refusal | undefined {
  if (['rent', 'tenantRent', 'total'].some(field => indexOf.has(field))) return undefined
  // A start and an end without a word for the lease may be those of a policy or of a job.
  const isOfLease = (field: string) => /lease|\bfrom\b|\bto\b|expir/i.test(headers[indexOf.get(field) ?? -1] ?? '')
  if (['leaseFrom', 'leaseTo', 'leaseTerm'].some(isOfLease)) return undefined
  for (const [sign, what] of SIGNS) {
    const found = ignored.filter(header => sign.test(inWords(header))).slice(0, 5)
    if (found.length > 1) return refusalOfSign(found, what)
  }
  return undefined
}
