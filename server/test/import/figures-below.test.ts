/** The lines below the units of a rent roll that state a figure, such as `Occupied SF`, are neither units nor residents. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readText } from './read-all.ts'

const LABELS = [
  ...['Occupied SF', 'Vacant Sq. Ft.', 'Occupied Square Feet', '% Leased', 'Leased', 'Available', 'Percent Occupied'],
  ...['Physical Occupancy', 'Economic Occupancy', 'Vacancy Loss', 'Gross Potential Rent', 'GPR', 'Loss to Lease'],
  ...[
    'Annual Rent',
    'Monthly Rent',
    'Rent Collected',
    'Average PSF',
    'Unit Count',
    '# of Units',
    'Units',
    'Units Occupied',
  ],
  ...['Down Units', 'Models', 'Non-Revenue Units', 'Notice Rented', 'Vacant-Unrented', 'On Notice', 'Evictions'],
  ...['Deposits Held', 'Delinquent', 'Month-to-Month', 'All Units', 'Net Rental Income', 'Average Rent:', 'Count'],
]
const SUMS = ['Sub Total', 'Sub-Total', 'Sum', 'Grand Total']

const TABLES = {
  'the unit': {
    header: 'Unit,Sq Ft,Tenant,Rent,Balance',
    units: ['101,700,Ann Elm,1200,0', 'Model,700,,,', 'Unit 12,500,,,'],
    figure: (label: string) => [`${label},1400,,,`, `${label},,,1400,`, `${label},"1,400 SF",,95%,`],
  },
  'the property': {
    header: 'Property,Unit,Sq Ft,Tenant,Rent,Balance',
    units: ['Elm,101,700,Ann Elm,1200,0', 'Elm,Model,700,,,', 'Market Square,12,500,,,'],
    figure: (label: string) => [`${label},,1400,,,`, `,${label},1400,,,`, `Elm,${label},1400,,,`],
  },
  'the tenant': {
    header: 'Tenant,Unit,Sq Ft,Rent,Balance',
    units: ['Ann Elm,101,700,1200,0', 'VACANT,Model,700,,', 'Max Gross,12,500,,'],
    figure: (label: string) => [`${label},,1400,,`, `${label},,,1400,`],
  },
}

for (const [first, { header, units, figure }] of Object.entries(TABLES)) {
  test(`a figure below the units is reported and not imported if the first column is ${first}`, async () => {
    const plain = await readText([header, ...units].join('\n'))
    assert.equal(plain.rows.length, 3)
    for (const line of LABELS.flatMap(figure)) {
      const { rows, problems } = await readText([header, ...units, line].join('\n'))
      assert.deepEqual(rows, plain.rows, line)
      assert.deepEqual(
        problems.map(({ line, leftOut }) => [line, leftOut]),
        [[5, 'value']],
        line,
      )
    }
    for (const line of SUMS.flatMap(figure)) {
      const { rows, problems } = await readText([header, ...units, line].join('\n'))
      assert.deepEqual([rows, problems], [plain.rows, plain.problems], line)
    }
  })
}
