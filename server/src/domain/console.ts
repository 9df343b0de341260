/** The console’s own operations that run in the transaction of their call, implemented by the nouns as those of version 1 are. */
import type { ConsoleOperations } from '#server/platform/context.ts'
import { inspectId } from './events/inspect.ts'
import { deleteFile, listFiles } from './files/operations.ts'
import { generateInvoices } from './invoices/generate.ts'
import { createInvoice, issueInvoice, voidInvoice } from './invoices/issue.ts'
import { getInvoiceDetail, listInvoices } from './invoices/operations.ts'
import { previewMonthlyCharges } from './invoices/preview.ts'
import { voidMonthlyCharges } from './invoices/void-month.ts'
import { chargeLateFees, getLateFeePolicy, listProposedLateFees, setLateFeePolicy } from './late-fees/operations.ts'
import { advanceLead, createLead, getLead, listLeads, updateLead } from './leads/operations.ts'
import { getLease, listLeases } from './leases/detail.ts'
import { createLease, editLease } from './leases/drafting.ts'
import { addLeaseResident, changeLeaseResident, removeLeaseResident } from './leases/lease-residents.ts'
import { cancelEviction, cancelNotice, endLease, moveIn, recordEviction, recordNotice } from './leases/occupancy.ts'
import { cancelLease, rescheduleLease, sendLease, signLease } from './leases/signing.ts'
import { cancelRenewal, changeCharges, renewLease } from './leases/terms.ts'
import { getLeaseLedger } from './ledger/lease-ledger.ts'
import { listListings } from './listings/operations.ts'
import { listMessages } from './messages/operations.ts'
import { listNames } from './names/operations.ts'
import { createNote, deleteNote, updateNote } from './notes/operations.ts'
import { getTimeline } from './notes/timeline.ts'
import { getSettings, updateSettings } from './organization/settings.ts'
import { getOverview } from './overview/operations.ts'
import { createOwner, getOwner, listOwners, updateOwner } from './owners/operations.ts'
import { getDepositStatement } from './payments/deposit-statement.ts'
import { returnDeposit, voidDepositReturn, withholdDeposit } from './payments/deposits.ts'
import { getPaymentDetail, listPayments, sumPayments } from './payments/operations.ts'
import { cancelPayment, failPayment, settlePayment } from './payments/pending.ts'
import { recordPayment } from './payments/record.ts'
import { refundPayment, reversePayment } from './payments/reversals.ts'
import { restorePayment, voidPayment } from './payments/voids.ts'
import { waiveDeposit } from './payments/waived-deposits.ts'
import { createPortfolio, getPortfolio, listPortfolios, updatePortfolio } from './portfolios/operations.ts'
import { createProperty, updateProperty } from './properties/changes.ts'
import { listProperties } from './properties/operations.ts'
import { createResident, listAllResidents, listResidents, updateResident } from './residents/operations.ts'
import { search } from './search/operations.ts'
import { createUnit, listUnit, retireUnit, setUnitRate, unlistUnit, updateUnit } from './units/changes.ts'
import { getUnit, listUnits } from './units/detail.ts'
import { endUnitOffline, setUnitOffline } from './units/offline.ts'
import { createVendor, getVendor, listVendors, listVendorWorkOrders, updateVendor } from './vendors/operations.ts'
import { listFailingWebhooks } from './webhooks/failing.ts'
import { checkNewTargetOf, listWebhooks, pauseWebhook, updateWebhook } from './webhooks/operations.ts'
import { listWorkOrders } from './work-orders/operations.ts'

export const consoleOperations = {
  getSettings,
  updateSettings,
  getOverview,
  search,
  listNames,
  listOwners,
  getOwner,
  createOwner,
  updateOwner,
  listPortfolios,
  getPortfolio,
  createPortfolio,
  updatePortfolio,
  listProperties,
  createProperty,
  updateProperty,
  listUnits,
  getUnit,
  createUnit,
  updateUnit,
  setUnitRate,
  setUnitOffline,
  endUnitOffline,
  retireUnit,
  listUnit,
  unlistUnit,
  listLeases,
  getLease,
  createLease,
  editLease,
  sendLease,
  signLease,
  cancelLease,
  rescheduleLease,
  moveIn,
  changeCharges,
  addLeaseResident,
  changeLeaseResident,
  removeLeaseResident,
  renewLease,
  cancelRenewal,
  recordNotice,
  cancelNotice,
  recordEviction,
  cancelEviction,
  endLease,
  listResidents,
  listAllResidents,
  createResident,
  updateResident,
  listLeads,
  getLead,
  createLead,
  updateLead,
  advanceLead,
  listListings,
  listWorkOrders,
  listFiles,
  deleteFile,
  listVendors,
  getVendor,
  createVendor,
  updateVendor,
  listVendorWorkOrders,
  listInvoices,
  listPayments,
  sumPayments,
  listMessages,
  listWebhooks,
  pauseWebhook,
  updateWebhook,
  listFailingWebhooks,
  inspectId,
  getInvoiceDetail,
  createInvoice,
  issueInvoice,
  voidInvoice,
  generateInvoices,
  previewMonthlyCharges,
  voidMonthlyCharges,
  getLateFeePolicy,
  setLateFeePolicy,
  listProposedLateFees,
  chargeLateFees,
  getTimeline,
  createNote,
  updateNote,
  deleteNote,
  getLeaseLedger,
  getDepositStatement,
  getPaymentDetail,
  recordPayment,
  settlePayment,
  failPayment,
  cancelPayment,
  reversePayment,
  refundPayment,
  voidPayment,
  restorePayment,
  returnDeposit,
  voidDepositReturn,
  withholdDeposit,
  waiveDeposit,
} satisfies Partial<ConsoleOperations>

/** The external checks, such as of a webhook's target, that run before the transaction of a console operation. */
export const consoleChecks = { updateWebhook: checkNewTargetOf }
