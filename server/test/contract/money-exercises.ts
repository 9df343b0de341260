/** How to call every operation on invoices, payments and deposits so that it succeeds, and the leases that these calls use. */
import type { ConsoleContract } from '#contract/console.ts'
import type { LeaseStatus } from '#server/domain/leases/rules.ts'
import { calls } from '../calls.ts'
import { deposit, rent } from '../domain/tenancy.ts'
import { leaseThatIs, storeHome } from '../leasing.ts'
import type { Organization } from '../world.ts'
import type { ConsoleSample, Exercise } from './console-exercises.ts'

const { createInvoice, generateInvoices, recordPayment, returnDeposit, setLateFeePolicy, voidPayment } = calls

const leaseOf = async (organization: Organization, status: LeaseStatus) =>
  (await leaseThatIs(status, organization, await storeHome(organization))).lease_id
export const leaseIn = (status: LeaseStatus) => async (sample: ConsoleSample) => ({
  lease_id: await leaseOf(sample.organization, status),
})
export const active = leaseIn('ACTIVE')

/** An active lease to which `change` has been made. */
export const activeAfter =
  (change: (organization: Organization, id: string) => Promise<unknown>) => async (sample: ConsoleSample) => {
    const path = await active(sample)
    await change(sample.organization, path.lease_id)
    return path
  }

/** Records for operations that only read, made once for each organization. */
export function kept<Path>(
  prepare: (sample: ConsoleSample) => Promise<Path>,
): (sample: ConsoleSample) => Promise<Path> {
  const made = new Map<string, Promise<Path>>()
  return sample => {
    const { id } = sample.organization
    const path = made.get(id) ?? prepare(sample)
    made.set(id, path)
    return path
  }
}

let policies = 0
/** A policy for late fees that differs from the last one. */
const feePolicy = () => ({ grace_days: 5, flat_cents: 5_000 + (policies++ % 2), percent_basis_points: null })

function pay(organization: Organization, leaseId: string, amountCents: number, status: 'PAID' | 'PENDING' = 'PAID') {
  return organization.within(context =>
    recordPayment(context, { lease_id: leaseId, amount_cents: amountCents, method: 'CHECK', status }),
  )
}

const owingDeposit = activeAfter(async (organization, leaseId) => {
  await organization.within(context => createInvoice(context, { lease_id: leaseId, lines: [deposit(50_000)] }))
  await pay(organization, leaseId, 20_000)
})

export const withDeposit = activeAfter(async (organization, leaseId) => {
  await organization.within(context => createInvoice(context, { lease_id: leaseId, lines: [deposit(50_000)] }))
  await pay(organization, leaseId, 50_000)
})

export const invoiceIn = (isDraft: boolean) => async (sample: ConsoleSample) => {
  const leaseId = await leaseOf(sample.organization, 'ACTIVE')
  const made = await sample.organization.within(context =>
    createInvoice(context, { lease_id: leaseId, lines: [rent(10_000)], is_draft: isDraft }),
  )
  return { id: made.invoice_id }
}
const paymentIn = (status: 'PAID' | 'PENDING') => async (sample: ConsoleSample) => {
  const made = await pay(sample.organization, await leaseOf(sample.organization, 'ACTIVE'), 10_000, status)
  return { id: made.payment_id }
}

export const MONEY_EXERCISES = {
  createInvoice: {
    body: async sample => {
      const lines = [{ charge_code: 'UTILITY', description: 'Water', amount_cents: 4_850 }]
      return { ...(await active(sample)), lines }
    },
  },
  issueInvoice: { path: invoiceIn(true), body: async () => ({}) },
  voidInvoice: { path: invoiceIn(false), body: async () => ({}) },
  previewMonthlyCharges: { query: { month: '2026-04' } },
  voidMonthlyCharges: {
    body: async sample => {
      const { lease_id } = await active(sample)
      await sample.organization.within(context => generateInvoices(context, { month: '2026-08', lease_id }))
      return { month: '2026-08' }
    },
  },
  getLateFeePolicy: {},
  setLateFeePolicy: { body: async () => feePolicy() },
  listProposedLateFees: {},
  chargeLateFees: {
    body: async sample => {
      const { organization } = sample
      await organization.within(context => setLateFeePolicy(context, feePolicy()))
      const { lease_id } = await active(sample)
      const rentOfMarch = { lease_id, issue_date: '2026-03-01', lines: [rent(10_000)] }
      const { invoice_id } = await organization.within(context => createInvoice(context, rentOfMarch))
      return { invoice_ids: [invoice_id] }
    },
  },
  generateInvoices: {
    body: async sample => {
      await active(sample)
      return { month: '2026-04' }
    },
  },
  sumPayments: { query: {} },
  getPaymentDetail: { path: kept(paymentIn('PAID')) },
  recordPayment: {
    body: async sample => ({ ...(await active(sample)), method: 'CHECK', amount_cents: 10_000 }),
  },
  settlePayment: { path: paymentIn('PENDING'), body: async () => ({}) },
  failPayment: { path: paymentIn('PENDING'), body: async () => ({}) },
  cancelPayment: { path: paymentIn('PENDING') },
  voidPayment: { path: paymentIn('PAID'), body: async () => ({}) },
  restorePayment: {
    path: async sample => {
      const path = await paymentIn('PAID')(sample)
      await sample.organization.within(context => voidPayment(context, path))
      return path
    },
    body: async () => ({}),
  },
  reversePayment: { path: paymentIn('PAID'), body: async () => ({}) },
  refundPayment: { path: paymentIn('PAID'), body: async () => ({}) },
  returnDeposit: { path: withDeposit, body: async () => ({ amount_cents: 10_000 }) },
  voidDepositReturn: {
    path: async sample => {
      const path = await withDeposit(sample)
      await sample.organization.within(context => returnDeposit(context, { ...path, amount_cents: 10_000 }))
      return path
    },
    body: async () => ({ amount_cents: 10_000 }),
  },
  waiveDeposit: { path: owingDeposit, body: async () => ({}) },
  withholdDeposit: {
    path: withDeposit,
    body: async () => ({ deductions: [{ description: 'Carpet', amount_cents: 10_000 }] }),
  },
} satisfies Partial<Record<keyof ConsoleContract, Exercise>>
