/** Every route of the console on one page. The code of a page is fetched the first time the page is opened. */
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import { ApiError } from '#client/errors.ts'
import { meQuery, organizationToOpen } from './session/me.ts'
import { pageCode } from './session/page-code.ts'
import type { Preload } from './session/preload.ts'
import { parseSearch, type Search, stringifySearch } from './session/url-search.ts'
import { NotFound, Pending, Unexpected } from './shell/states.tsx'

const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Outlet,
  validateSearch: (search: Record<string, unknown>): Search => search as Search,
})

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ context, location }) => {
    const me = await signedIn(context.queries, location.publicHref)
    const organization = organizationToOpen(me)
    if (!organization) throw redirect({ to: '/account' })
    throw redirect({ to: '/$organization', params: { organization: organization.organization_id } })
  },
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('./sign-in/sign-in.tsx'), 'SignInPage'),
})
const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./sign-in/forgot-password.tsx'), 'ForgotPasswordPage'),
})
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('./sign-in/reset-password.tsx'), 'ResetPasswordPage'),
})
const acceptInvitation = createRoute({
  getParentRoute: () => root,
  path: '/accept-invitation',
  component: lazyRouteComponent(() => import('./sign-in/accept-invitation.tsx'), 'AcceptInvitationPage'),
})
const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  beforeLoad: ({ context, location }) => signedIn(context.queries, location.publicHref),
  component: lazyRouteComponent(() => import('./sign-in/account.tsx'), 'AccountPage'),
})

const organization = createRoute({
  getParentRoute: () => root,
  path: '/$organization',
  beforeLoad: ({ context, location }) => signedIn(context.queries, location.publicHref),
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
})

/** A page within an organization. A link to it fetches its code, and starts what it reads first, while the pointer or the focus rests on the link. */
function page<const Path extends string, Module extends object, Name extends keyof Module & string>(
  path: Path,
  load: () => Promise<Module>,
  name: Name,
) {
  return createRoute({
    getParentRoute: () => organization,
    path,
    component: lazyRouteComponent(load, name) as RouteComponent,
    loader: async ({ context: { queries }, params, location, preload: isAhead }) => {
      const { organization, ...rest } = params as { organization: string } & Record<string, string>
      const code = await pageCode(load, { queries, opening: isAhead ? undefined : location.publicHref })
      const { preload } = code as { preload?: Preload }
      preload?.({ queries, organization, record: Object.values(rest)[0] ?? '', search: location.search as Search })
    },
  })
}

const within = {
  overview: page('/', () => import('./overview/overview.tsx'), 'OverviewPage'),
  properties: page('/properties', () => import('./properties/properties.tsx'), 'PropertiesPage'),
  property: page('/properties/$property', () => import('./properties/property.tsx'), 'PropertyPage'),
  units: page('/units', () => import('./units/units.tsx'), 'UnitsPage'),
  unit: page('/units/$unit', () => import('./units/unit.tsx'), 'UnitPage'),
  leases: page('/leases', () => import('./leases/leases.tsx'), 'LeasesPage'),
  createLease: page('/leases/new', () => import('./leases/create-lease.tsx'), 'CreateLeasePage'),
  lease: page('/leases/$lease', () => import('./leases/lease.tsx'), 'LeasePage'),
  editLease: page('/leases/$lease/edit', () => import('./leases/edit-lease.tsx'), 'EditLeasePage'),
  depositStatement: page(
    '/leases/$lease/deposit-statement',
    () => import('./leases/deposit-statement.tsx'),
    'DepositStatementPage',
  ),
  residentLedger: page(
    '/leases/$lease/resident-ledger',
    () => import('./leases/resident-ledger.tsx'),
    'ResidentLedgerPage',
  ),
  leads: page('/leads', () => import('./leads/leads.tsx'), 'LeadsPage'),
  lead: page('/leads/$lead', () => import('./leads/lead.tsx'), 'LeadPage'),
  listings: page('/listings', () => import('./units/listings.tsx'), 'ListingsPage'),
  residents: page('/residents', () => import('./residents/residents.tsx'), 'ResidentsPage'),
  resident: page('/residents/$resident', () => import('./residents/resident.tsx'), 'ResidentPage'),
  invoices: page('/invoices', () => import('./money/invoices.tsx'), 'InvoicesPage'),
  invoice: page('/invoices/$invoice', () => import('./money/invoice.tsx'), 'InvoicePage'),
  payments: page('/payments', () => import('./money/payments.tsx'), 'PaymentsPage'),
  payment: page('/payments/$payment', () => import('./money/payment.tsx'), 'PaymentPage'),
  workOrders: page('/work-orders', () => import('./work-orders/work-orders.tsx'), 'WorkOrdersPage'),
  workOrder: page('/work-orders/$workOrder', () => import('./work-orders/work-order.tsx'), 'WorkOrderPage'),
  reports: page('/reports', () => import('./reports/reports.tsx'), 'ReportsPage'),
  report: page('/reports/$report', () => import('./reports/report.tsx'), 'ReportPage'),
  rentRoll: page('/rent-roll', () => import('./rent-roll/rent-roll.tsx'), 'RentRollPage'),
  messages: page('/messages', () => import('./messages/messages.tsx'), 'MessagesPage'),
  vendors: page('/vendors', () => import('./vendors/vendors.tsx'), 'VendorsPage'),
  vendor: page('/vendors/$vendor', () => import('./vendors/vendor.tsx'), 'VendorPage'),
  owners: page('/owners', () => import('./properties/owners.tsx'), 'OwnersPage'),
  portfolios: page('/portfolios', () => import('./properties/portfolios.tsx'), 'PortfoliosPage'),
  import: page('/import', () => import('./import/import.tsx'), 'ImportPage'),
  developers: page('/developers', () => import('./developers/overview.tsx'), 'DevelopersPage'),
  keys: page('/developers/keys', () => import('./developers/keys.tsx'), 'KeysPage'),
  traffic: page('/developers/traffic', () => import('./developers/traffic.tsx'), 'TrafficPage'),
  inspector: page('/developers/inspector', () => import('./developers/inspector.tsx'), 'InspectorPage'),
  failures: page('/developers/failures', () => import('./developers/failures.tsx'), 'FailuresPage'),
  call: page('/developers/traffic/$call', () => import('./developers/call.tsx'), 'CallPage'),
  webhooks: page('/developers/webhooks', () => import('./developers/webhooks.tsx'), 'WebhooksPage'),
  webhook: page('/developers/webhooks/$webhook', () => import('./developers/webhook.tsx'), 'WebhookPage'),
  log: page('/developers/log', () => import('./organization/administrative-log.tsx'), 'AdministrativeLogPage'),
  plan: page('/developers/plan', () => import('./organization/plan.tsx'), 'PlanPage'),
  sandbox: page('/developers/sandbox', () => import('./developers/sandbox.tsx'), 'SandboxPage'),
  settings: page('/settings', () => import('./organization/settings.tsx'), 'SettingsPage'),
  importSettings: page('/import-settings', () => import('./import/import-settings.tsx'), 'ImportSettingsPage'),
  members: page('/members', () => import('./organization/members.tsx'), 'MembersPage'),
}

export function makeRouter(queries: QueryClient) {
  return createRouter({
    routeTree: root.addChildren([
      home,
      signIn,
      forgotPassword,
      resetPassword,
      acceptInvitation,
      account,
      organization.addChildren(Object.values(within) as (typeof within)[keyof typeof within][]),
    ]),
    basepath: '/console',
    context: { queries },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    // The cache of queries knows how old its data is.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultPendingComponent: Pending,
    defaultErrorComponent: Unexpected,
    defaultNotFoundComponent: NotFound,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}

/**
 * Reads the signed-in member, once: afterward no page waits for it, because pages read it again themselves when it is old, and a refused call says
 * that the session ended. A visitor who is not signed in is redirected to sign in, and then back to the page they requested.
 */
async function signedIn(queries: QueryClient, from: string) {
  const known = queries.getQueryState(meQuery.queryKey)
  if (known?.data && !known.isInvalidated) return known.data
  try {
    return await queries.fetchQuery(meQuery)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw redirect({ to: '/sign-in', search: { to: from } })
    throw error
  }
}
