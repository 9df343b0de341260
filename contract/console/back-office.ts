/** What the back office calls: everything with which an organization’s people run their portfolio. */
import { createOwner, createPortfolio, listOwners, listPortfolios, updateOwner, updatePortfolio } from './holders.ts'
import { getImportProgress, importFile, listImports } from './imports.ts'
import { createInvoice, generateInvoices, getInvoiceDetail, issueInvoice, voidInvoice } from './invoices.ts'
import { advanceLead, createLead, getLead, listLeads, updateLead } from './leads.ts'
import { getLeaseLedger } from './lease-ledger.ts'
import {
  cancelLease,
  changeCharges,
  editLease,
  endLease,
  fileEviction,
  giveNotice,
  moveIn,
  renewLease,
  rescheduleLease,
  sendLease,
  signLease,
  withdrawEviction,
  withdrawNotice,
} from './lease-steps.ts'
import { createLease, getLease, listLeases } from './leases.ts'
import { listMessages } from './messages.ts'
import { listNames } from './names.ts'
import { getOverview } from './overview.ts'
import {
  cancelPayment,
  failPayment,
  getPaymentDetail,
  recordPayment,
  refundPayment,
  returnDeposit,
  reversePayment,
  settlePayment,
  withholdDeposit,
} from './payments.ts'
import { createResident, listPeople, updateResident } from './people.ts'
import { createProperty, updateProperty } from './properties.ts'
import {
  endUnitOffline,
  retireUnit,
  setUnitOffline,
  setUnitRate,
  startListingUnit,
  stopListingUnit,
} from './unit-steps.ts'
import { createUnit, getUnit, listUnits, updateUnit } from './units.ts'

export const backOffice = {
  getOverview,
  listNames,
  createOwner,
  createPortfolio,
  listOwners,
  listPortfolios,
  updateOwner,
  updatePortfolio,
  createProperty,
  updateProperty,
  createUnit,
  getUnit,
  listUnits,
  updateUnit,
  endUnitOffline,
  retireUnit,
  setUnitOffline,
  setUnitRate,
  startListingUnit,
  stopListingUnit,
  createLease,
  editLease,
  getLease,
  listLeases,
  cancelLease,
  changeCharges,
  endLease,
  fileEviction,
  giveNotice,
  moveIn,
  renewLease,
  rescheduleLease,
  sendLease,
  signLease,
  withdrawEviction,
  withdrawNotice,
  getLeaseLedger,
  createInvoice,
  generateInvoices,
  getInvoiceDetail,
  issueInvoice,
  voidInvoice,
  cancelPayment,
  failPayment,
  getPaymentDetail,
  recordPayment,
  refundPayment,
  returnDeposit,
  reversePayment,
  settlePayment,
  withholdDeposit,
  advanceLead,
  createLead,
  getLead,
  listLeads,
  updateLead,
  createResident,
  listPeople,
  updateResident,
  listMessages,
  getImportProgress,
  importFile,
  listImports,
}

export type BackOffice = typeof backOffice
