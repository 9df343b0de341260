/** The operations that the console calls: its own, and every operation of version 1 inside the organization of the path. */
import type { TObject, TProperties, TString } from 'typebox'
import { listAdministrativeEntries } from './console/administrative-log.ts'
import { getDepositStatement } from './console/deposit-statement.ts'
import { returnDeposit, voidDepositReturn, waiveDeposit, withholdDeposit } from './console/deposits.ts'
import { deleteFile, downloadFile, listFiles, uploadFile } from './console/files.ts'
import { getImportMapping, updateImportMapping } from './console/import-mapping.ts'
import { getImportProgress, importFile, listImports } from './console/imports.ts'
import { inspectId } from './console/inspector.ts'
import { createInvoice, getInvoiceDetail, issueInvoice, voidInvoice } from './console/invoices.ts'
import { createKey, listKeys, revokeKey, rotateKey } from './console/keys.ts'
import { chargeLateFees, getLateFeePolicy, listProposedLateFees, setLateFeePolicy } from './console/late-fees.ts'
import { advanceLead, createLead, getLead, listLeads, updateLead } from './console/leads.ts'
import { getLeaseLedger } from './console/lease-ledger.ts'
import { addLeaseResident, changeLeaseResident, removeLeaseResident } from './console/lease-residents.ts'
import {
  cancelEviction,
  cancelLease,
  cancelNotice,
  cancelRenewal,
  changeCharges,
  editLease,
  endLease,
  moveIn,
  recordEviction,
  recordNotice,
  renewLease,
  rescheduleLease,
  sendLease,
  signLease,
} from './console/lease-steps.ts'
import { createLease, getLease, listLeases } from './console/leases.ts'
import { exportList } from './console/list-export.ts'
import { endOtherSessions, endSession, getMe, listSessions, updateMe } from './console/me.ts'
import {
  acceptInvitation,
  createInvitation,
  deleteInvitation,
  listInvitations,
  listMembers,
  lookUpInvitation,
  removeMember,
  updateMember,
} from './console/members.ts'
import { listMessages } from './console/messages.ts'
import { generateInvoices, previewMonthlyCharges, voidMonthlyCharges } from './console/monthly-charges.ts'
import { listNames } from './console/names.ts'
import { createNote, deleteNote, getTimeline, updateNote } from './console/notes.ts'
import { type ConsoleOperation, organizationOperation } from './console/operation.ts'
import { getOverview } from './console/overview.ts'
import { createOwner, getOwner, listOwners, updateOwner } from './console/owners.ts'
import {
  cancelPayment,
  failPayment,
  getPaymentDetail,
  recordPayment,
  refundPayment,
  restorePayment,
  reversePayment,
  settlePayment,
  voidPayment,
} from './console/payments.ts'
import { createSandbox, getPlan, resetSandbox } from './console/plan.ts'
import { createPortfolio, getPortfolio, listPortfolios, updatePortfolio } from './console/portfolios.ts'
import { createProperty, updateProperty } from './console/properties.ts'
import { getReport } from './console/reports.ts'
import { createResident, listAllResidents, updateResident } from './console/residents.ts'
import { deleteSavedView, listSavedViews, saveView } from './console/saved-views.ts'
import { search } from './console/search.ts'
import { getSettings, updateSettings } from './console/settings.ts'
import * as sortedLists from './console/sorted-lists.ts'
import { exportCalls, getCall, getTrafficOverview, listCalls, listFailures } from './console/traffic.ts'
import { endUnitOffline, listUnit, retireUnit, setUnitOffline, setUnitRate, unlistUnit } from './console/unit-steps.ts'
import { createUnit, getUnit, listUnits, updateUnit } from './console/units.ts'
import { createVendor, getVendor, listVendors, listVendorWorkOrders, updateVendor } from './console/vendors.ts'
import { listFailingWebhooks, pauseWebhook, updateWebhook } from './console/webhooks.ts'
import type { Method, Operation } from './operation.ts'
import type { Role } from './roles.ts'
import { type V1, v1 } from './v1.ts'

export const CONSOLE_PREFIX = '/console/api'

export const consoleContract = {
  getMe,
  updateMe,
  listSessions,
  endSession,
  endOtherSessions,
  listKeys,
  createKey,
  rotateKey,
  revokeKey,
  listCalls,
  getCall,
  listFailures,
  getTrafficOverview,
  exportCalls,
  listAdministrativeEntries,
  listMembers,
  updateMember,
  removeMember,
  listInvitations,
  createInvitation,
  deleteInvitation,
  lookUpInvitation,
  acceptInvitation,
  getPlan,
  createSandbox,
  resetSandbox,
  getSettings,
  updateSettings,
  pauseWebhook,
  updateWebhook,
  listFailingWebhooks,
  inspectId,
  ...sortedLists,
  listFiles,
  uploadFile,
  downloadFile,
  deleteFile,
  listVendors,
  getVendor,
  createVendor,
  updateVendor,
  listVendorWorkOrders,
  getOverview,
  search,
  getReport,
  exportList,
  listNames,
  createOwner,
  createPortfolio,
  getOwner,
  listOwners,
  getPortfolio,
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
  listUnit,
  unlistUnit,
  createLease,
  editLease,
  getLease,
  listLeases,
  cancelLease,
  addLeaseResident,
  changeLeaseResident,
  removeLeaseResident,
  changeCharges,
  endLease,
  recordEviction,
  recordNotice,
  moveIn,
  renewLease,
  rescheduleLease,
  sendLease,
  signLease,
  cancelEviction,
  cancelNotice,
  cancelRenewal,
  getLeaseLedger,
  getDepositStatement,
  createInvoice,
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
  listSavedViews,
  saveView,
  deleteSavedView,
  getInvoiceDetail,
  issueInvoice,
  voidInvoice,
  cancelPayment,
  failPayment,
  getPaymentDetail,
  recordPayment,
  refundPayment,
  returnDeposit,
  voidDepositReturn,
  reversePayment,
  settlePayment,
  voidPayment,
  restorePayment,
  withholdDeposit,
  waiveDeposit,
  advanceLead,
  createLead,
  getLead,
  listLeads,
  updateLead,
  createResident,
  listAllResidents,
  updateResident,
  listMessages,
  getImportProgress,
  getImportMapping,
  updateImportMapping,
  importFile,
  listImports,
}

export type ConsoleContract = typeof consoleContract

/** The role an operation of version 1 needs in the console. */
export function roleFor(method: Method): Role {
  return method === 'GET' ? 'VIEWER' : 'ADMIN'
}

type MountedName = {
  [Name in keyof V1]: Name extends keyof ConsoleContract ? never : V1[Name] extends { keysOnly: true } ? never : Name
}[keyof V1]

/** The console's version of an operation of version 1. */
type Mounted<O> = O extends {
  parameters: { path: TObject<infer Path extends TProperties>; query: infer Query extends TObject }
}
  ? Omit<O, 'scope' | 'parameters'> & {
      readonly role: Role
      readonly parameters: { readonly path: TObject<{ organization_id: TString } & Path>; readonly query: Query }
    }
  : never

/**
 * Every operation of version 1 as the console offers it, except those that the console replaces and those about the calling key.
 */
export const mountedV1 = Object.fromEntries(
  Object.entries<Operation>(v1)
    .filter(([name, { keysOnly }]) => !(name in consoleContract) && !keysOnly)
    .map(([name, { scope, ...operation }]) => [
      name,
      organizationOperation({
        ...operation,
        role: roleFor(operation.method),
        // Members may do their own work on any plan; plans sell access for programs.
        ...(scope === 'webhooks:manage' && operation.method === 'POST' && { planScope: scope }),
      }) satisfies ConsoleOperation,
    ]),
) as unknown as { readonly [Name in MountedName]: Mounted<V1[Name]> }
