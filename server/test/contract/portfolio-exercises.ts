/** How to call every operation on the portfolio so that it succeeds, even a second time, because each call gets something new to change. */
import { Readable } from 'node:stream'
import type { ConsoleContract } from '#contract/console.ts'
import { newId } from '#server/base/ids.ts'
import { beginFile, completeFile } from '#server/domain/files/operations.ts'
import { calls } from '../calls.ts'
import { storeHome } from '../leasing.ts'
import { on, property, resident, store } from '../records.ts'
import { START } from '../world.ts'
import type { ConsoleSample, Exercise } from './console-exercises.ts'
import { active, activeAfter, invoiceIn, kept, leaseIn, MONEY_EXERCISES, withDeposit } from './money-exercises.ts'

const {
  createLead,
  createNote,
  createOwner,
  createPortfolio,
  createVendor,
  listUnit,
  recordEviction,
  recordNotice,
  renewLease,
  setUnitOffline,
} = calls

/** A name nothing else has. */
const fresh = (noun: string) => `${noun} ${newId('event', START)}`

const home = ({ organization }: ConsoleSample) => storeHome(organization)
const unit = async (sample: ConsoleSample) => ({ unit_id: (await home(sample)).only.id })

const note = async (sample: ConsoleSample) => {
  const { lease_id: subject } = await active(sample)
  const { note_id } = await sample.organization.within(context => createNote(context, { subject, body: 'Call.' }))
  return { note_id }
}
const activeWithRoommate = async (sample: ConsoleSample) => {
  const { lease_id } = await active(sample)
  const roommate = resident()
  const leaseResidents = [on({ id: lease_id }, roommate, 'OCCUPANT')]
  await store(sample.organization, { residents: [roommate], leaseResidents })
  return { lease_id, resident_id: roommate.id }
}
const lead = async ({ organization }: ConsoleSample) => {
  const made = await organization.within(context => createLead(context, { first_name: 'Dana', source: 'Website' }))
  return { lead_id: made.lead_id }
}
const owner = async ({ organization }: ConsoleSample) => {
  const made = await organization.within(context => createOwner(context, { name: fresh('Owner') }))
  return { owner_id: made.owner_id }
}
/** The beginning of a photo, which is the only part that the service examines. */
const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')
const file = async (sample: ConsoleSample) => {
  const { organization } = sample
  const { unit_id } = await unit(sample)
  const fileId = await organization.within(async context => {
    const about = { recordId: unit_id, name: 'photo.jpg', type: 'image/jpeg', length: JPEG.length } as const
    const { fileId, key } = await beginFile(context, about, 1024 ** 3)
    await sample.storage.put(key, Readable.from([JPEG]), JPEG.length, new AbortController().signal)
    await completeFile(context, fileId)
    return fileId
  })
  return { file_id: fileId }
}
const vendor = async ({ organization }: ConsoleSample) => {
  const made = await organization.within(context => createVendor(context, { name: fresh('Vendor') }))
  return { vendor_id: made.vendor_id }
}
const portfolio = async ({ organization }: ConsoleSample) => {
  const made = await organization.within(context => createPortfolio(context, { name: fresh('Portfolio') }))
  return { portfolio_id: made.portfolio_id }
}

const PLACE = { address_line: '120 Maple Ave', city: 'Columbus', state: 'OH', postal_code: '43215' }
const ROLL = `Property,Unit,BD/BA,Market Rent,Status,Tenant,Rent
"Oak Hill - 48 Hill Rd Columbus, OH 43215",1,2/1,1400,Vacant-Unrented,,
`

export const PORTFOLIO_EXERCISES = {
  getOverview: {},
  exportList: {
    path: async () => ({ list: 'leases' }),
    query: { filters: 'status=ACTIVE' },
    // Its content is read like the parameters of the list, and refused by their names.
    cases: {
      filters: {
        good: ['status=ACTIVE', 'sort=-start_date', 'limit=5&offset=9', 'search=%F0%9F%8F%A0'],
        bad: [`search=${'x'.repeat(2_000)}`],
      },
    },
  },
  getReport: { path: async () => ({ report: 'receivables' }), query: { format: 'json' } },
  search: { query: { query: 'maple' } },
  listNames: { query: { ids: 'unit_01kh3zr6p0e5rbn4j9gq1wvx2m,key_01kh3zr6p0e5rbn4j9gq1wvx2m' } },
  listOwners: {},
  getOwner: { path: owner },
  createOwner: { body: async () => ({ name: fresh('Owner') }) },
  updateOwner: { path: owner, body: async () => ({ name: fresh('Owner') }) },
  listFiles: { query: { record_id: 'unit_01kh3zr6p0e5rbn4j9gq1wvx2m' } },
  uploadFile: {
    query: { name: 'photo.jpg' },
    record: async sample => (await unit(sample)).unit_id,
    bytes: JPEG,
    // The parameters of a write may be stored, so none contains NUL.
    cases: { name: { good: ['é', '🏠', 'é'.repeat(255)], bad: ['\0', 'é'.repeat(256)] } },
  },
  downloadFile: { path: file },
  deleteFile: { path: file },
  listVendors: {},
  getVendor: { path: vendor },
  createVendor: { body: async () => ({ name: fresh('Vendor') }) },
  updateVendor: { path: vendor, body: async () => ({ trade: fresh('Trade') }) },
  listVendorWorkOrders: { path: vendor },
  listPortfolios: {},
  getPortfolio: { path: portfolio },
  createPortfolio: { body: async () => ({ name: fresh('Portfolio') }) },
  updatePortfolio: { path: portfolio, body: async () => ({ name: fresh('Portfolio') }) },
  createProperty: { body: async () => ({ name: fresh('Property'), type: 'CONDO', ...PLACE }) },
  updateProperty: {
    path: async ({ organization }) => {
      const made = property({ name: fresh('Property') })
      await store(organization, { properties: [made] })
      return { id: made.id }
    },
    body: async () => ({ city: 'Dayton' }),
  },
  listUnits: {},
  getUnit: { path: kept(unit) },
  createUnit: { body: async sample => ({ property_id: (await home(sample)).home.id, label: '7' }) },
  updateUnit: { path: unit, body: async () => ({ sqft: 900, photos: ['https://photos.example.com/7.jpg'] }) },
  setUnitRate: { path: unit, body: async () => ({ market_rent_cents: 150_000 }) },
  setUnitOffline: { path: unit, body: async () => ({ reason: 'Fire damage' }) },
  endUnitOffline: {
    path: async sample => {
      const path = await unit(sample)
      const span = { unit_id: path.unit_id, starts_on: '2026-03-01', reason: 'Fire damage' }
      await sample.organization.within(context => setUnitOffline(context, span))
      return path
    },
    body: async () => ({}),
  },
  retireUnit: { path: unit, body: async () => ({ last_day: '2031-12-31' }) },
  listUnit: { path: unit },
  unlistUnit: {
    path: async sample => {
      const path = await unit(sample)
      await sample.organization.within(context => listUnit(context, path))
      return path
    },
  },
  listLeases: {},
  getLease: { path: kept(active) },
  createLease: {
    body: async sample => {
      const { only, dana } = await home(sample)
      const residents = [{ resident_id: dana.id, role: 'PRIMARY' }]
      return { unit_id: only.id, start_date: '2026-04-01', residents }
    },
  },
  editLease: {
    path: leaseIn('DRAFT'),
    body: async ({ organization }) => {
      const { dana } = await storeHome(organization)
      return { start_date: '2026-05-01', residents: [{ resident_id: dana.id, role: 'PRIMARY' }] }
    },
  },
  sendLease: { path: leaseIn('DRAFT') },
  signLease: { path: leaseIn('PENDING_SIGNATURE'), body: async () => ({}) },
  cancelLease: { path: leaseIn('FUTURE') },
  rescheduleLease: { path: leaseIn('FUTURE'), body: async () => ({ start_date: '2026-06-08' }) },
  moveIn: { path: active, body: async () => ({}) },
  changeCharges: {
    path: active,
    body: async () => ({ charges: [{ code: 'PET', amount_cents: 2_500 }] }),
  },
  addLeaseResident: {
    path: active,
    body: async ({ organization }) => {
      const roommate = resident()
      await store(organization, { residents: [roommate] })
      return { resident_id: roommate.id, role: 'OCCUPANT' }
    },
  },
  changeLeaseResident: { path: activeWithRoommate, body: async () => ({ to: '2026-06-30' }) },
  removeLeaseResident: { path: activeWithRoommate },
  renewLease: { path: active, body: async () => ({ end_date: '2027-08-31', rent_cents: 150_000 }) },
  cancelRenewal: {
    path: activeAfter((organization, id) =>
      organization.within(context => renewLease(context, { lease_id: id, end_date: '2027-08-31' })),
    ),
  },
  recordNotice: { path: active, body: async () => ({ move_out_date: '2026-04-30' }) },
  cancelNotice: {
    path: activeAfter((organization, id) => organization.within(context => recordNotice(context, { lease_id: id }))),
  },
  recordEviction: { path: active, body: async () => ({}) },
  cancelEviction: {
    path: activeAfter((organization, id) => organization.within(context => recordEviction(context, { lease_id: id }))),
  },
  endLease: { path: active, body: async () => ({}) },
  getLeaseLedger: { path: kept(withDeposit) },
  getDepositStatement: { path: kept(withDeposit) },
  getInvoiceDetail: { path: kept(invoiceIn(false)) },
  getTimeline: { path: kept(async sample => ({ id: (await active(sample)).lease_id })) },
  createNote: { body: async sample => ({ subject: (await active(sample)).lease_id, body: 'Call in the morning.' }) },
  updateNote: { path: note, body: async () => ({ body: 'Call at noon.' }) },
  deleteNote: { path: note },
  ...MONEY_EXERCISES,
  listLeads: {},
  getLead: { path: kept(lead) },
  createLead: { body: async () => ({ last_name: 'Whitfield', source: 'Website' }) },
  updateLead: { path: lead, body: async () => ({ notes: 'Has a cat.' }) },
  advanceLead: { path: lead, body: async () => ({ status: 'TOURED' }) },
  listAllResidents: {},
  createResident: { body: async () => ({ first_name: 'Dana' }) },
  updateResident: {
    path: async ({ organization }) => {
      const made = resident()
      await store(organization, { residents: [made] })
      return { id: made.id }
    },
    body: async () => ({ phone: '+16145550135' }),
  },
  listMessages: {},
  importFile: {
    body: async () => ({ file_name: 'roll.csv', content: Buffer.from(ROLL).toString('base64') }),
  },
  getImportProgress: { query: { progress_id: '5f2b9c1e7a4d4c0b8e6f3a2d1c0b9e8f' } },
  listImports: {},
  getImportMapping: {},
  updateImportMapping: {
    body: async sample => ({
      charges: [{ word: `petrent ${sample.email()}`, code: 'PET' }],
      layouts: [{ recognized_as: 'buildium', layout: 'yardi-breeze' }],
    }),
  },
} satisfies Partial<Record<keyof ConsoleContract, Exercise>>
