/** Every address of the console on one page. The code of a page is fetched the first time the page is opened. */
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

/** A page within an organization. */
function page<const Path extends string>(path: Path, component: RouteComponent) {
  return createRoute({ getParentRoute: () => organization, path, component })
}

const within = {
  overview: page(
    '/',
    lazyRouteComponent(() => import('./overview/overview.tsx'), 'OverviewPage'),
  ),
  properties: page(
    '/properties',
    lazyRouteComponent(() => import('./properties/properties.tsx'), 'PropertiesPage'),
  ),
  property: page(
    '/properties/$property',
    lazyRouteComponent(() => import('./properties/property.tsx'), 'PropertyPage'),
  ),
  units: page(
    '/units',
    lazyRouteComponent(() => import('./units/units.tsx'), 'UnitsPage'),
  ),
  unit: page(
    '/units/$unit',
    lazyRouteComponent(() => import('./units/unit.tsx'), 'UnitPage'),
  ),
  leases: page(
    '/leases',
    lazyRouteComponent(() => import('./leases/leases.tsx'), 'LeasesPage'),
  ),
  createLease: page(
    '/leases/new',
    lazyRouteComponent(() => import('./leases/create-lease.tsx'), 'CreateLeasePage'),
  ),
  lease: page(
    '/leases/$lease',
    lazyRouteComponent(() => import('./leases/lease.tsx'), 'LeasePage'),
  ),
  editLease: page(
    '/leases/$lease/edit',
    lazyRouteComponent(() => import('./leases/edit-lease.tsx'), 'EditLeasePage'),
  ),
  depositStatement: page(
    '/leases/$lease/deposit-statement',
    lazyRouteComponent(() => import('./leases/deposit-statement.tsx'), 'DepositStatementPage'),
  ),
  leads: page(
    '/leads',
    lazyRouteComponent(() => import('./leads/leads.tsx'), 'LeadsPage'),
  ),
  lead: page(
    '/leads/$lead',
    lazyRouteComponent(() => import('./leads/lead.tsx'), 'LeadPage'),
  ),
  listings: page(
    '/listings',
    lazyRouteComponent(() => import('./units/listings.tsx'), 'ListingsPage'),
  ),
  residents: page(
    '/residents',
    lazyRouteComponent(() => import('./residents/residents.tsx'), 'ResidentsPage'),
  ),
  resident: page(
    '/residents/$resident',
    lazyRouteComponent(() => import('./residents/resident.tsx'), 'ResidentPage'),
  ),
  invoices: page(
    '/invoices',
    lazyRouteComponent(() => import('./money/invoices.tsx'), 'InvoicesPage'),
  ),
  invoice: page(
    '/invoices/$invoice',
    lazyRouteComponent(() => import('./money/invoice.tsx'), 'InvoicePage'),
  ),
  payments: page(
    '/payments',
    lazyRouteComponent(() => import('./money/payments.tsx'), 'PaymentsPage'),
  ),
  payment: page(
    '/payments/$payment',
    lazyRouteComponent(() => import('./money/payment.tsx'), 'PaymentPage'),
  ),
  workOrders: page(
    '/work-orders',
    lazyRouteComponent(() => import('./work-orders/work-orders.tsx'), 'WorkOrdersPage'),
  ),
  workOrder: page(
    '/work-orders/$workOrder',
    lazyRouteComponent(() => import('./work-orders/work-order.tsx'), 'WorkOrderPage'),
  ),
  reports: page(
    '/reports',
    lazyRouteComponent(() => import('./reports/reports.tsx'), 'ReportsPage'),
  ),
  report: page(
    '/reports/$report',
    lazyRouteComponent(() => import('./reports/report.tsx'), 'ReportPage'),
  ),
  rentRoll: page(
    '/rent-roll',
    lazyRouteComponent(() => import('./rent-roll/rent-roll.tsx'), 'RentRollPage'),
  ),
  messages: page(
    '/messages',
    lazyRouteComponent(() => import('./messages/messages.tsx'), 'MessagesPage'),
  ),
  vendors: page(
    '/vendors',
    lazyRouteComponent(() => import('./vendors/vendors.tsx'), 'VendorsPage'),
  ),
  vendor: page(
    '/vendors/$vendor',
    lazyRouteComponent(() => import('./vendors/vendor.tsx'), 'VendorPage'),
  ),
  owners: page(
    '/owners',
    lazyRouteComponent(() => import('./properties/owners.tsx'), 'OwnersPage'),
  ),
  portfolios: page(
    '/portfolios',
    lazyRouteComponent(() => import('./properties/portfolios.tsx'), 'PortfoliosPage'),
  ),
  import: page(
    '/import',
    lazyRouteComponent(() => import('./import/import.tsx'), 'ImportPage'),
  ),
  developers: page(
    '/developers',
    lazyRouteComponent(() => import('./developers/overview.tsx'), 'DevelopersPage'),
  ),
  keys: page(
    '/developers/keys',
    lazyRouteComponent(() => import('./developers/keys.tsx'), 'KeysPage'),
  ),
  traffic: page(
    '/developers/traffic',
    lazyRouteComponent(() => import('./developers/traffic.tsx'), 'TrafficPage'),
  ),
  inspector: page(
    '/developers/inspector',
    lazyRouteComponent(() => import('./developers/inspector.tsx'), 'InspectorPage'),
  ),
  failures: page(
    '/developers/failures',
    lazyRouteComponent(() => import('./developers/failures.tsx'), 'FailuresPage'),
  ),
  call: page(
    '/developers/traffic/$call',
    lazyRouteComponent(() => import('./developers/call.tsx'), 'CallPage'),
  ),
  webhooks: page(
    '/developers/webhooks',
    lazyRouteComponent(() => import('./developers/webhooks.tsx'), 'WebhooksPage'),
  ),
  webhook: page(
    '/developers/webhooks/$webhook',
    lazyRouteComponent(() => import('./developers/webhook.tsx'), 'WebhookPage'),
  ),
  log: page(
    '/developers/log',
    lazyRouteComponent(() => import('./organization/administrative-log.tsx'), 'AdministrativeLogPage'),
  ),
  plan: page(
    '/developers/plan',
    lazyRouteComponent(() => import('./organization/plan.tsx'), 'PlanPage'),
  ),
  sandbox: page(
    '/developers/sandbox',
    lazyRouteComponent(() => import('./developers/sandbox.tsx'), 'SandboxPage'),
  ),
  settings: page(
    '/settings',
    lazyRouteComponent(() => import('./organization/settings.tsx'), 'SettingsPage'),
  ),
  importSettings: page(
    '/import-settings',
    lazyRouteComponent(() => import('./import/import-settings.tsx'), 'ImportSettingsPage'),
  ),
  members: page(
    '/members',
    lazyRouteComponent(() => import('./organization/members.tsx'), 'MembersPage'),
  ),
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

/** Reads the signed-in member. A visitor who is not signed in is sent to sign in, and then back to the page they asked for. */
async function signedIn(queries: QueryClient, from: string) {
  try {
    return await queries.fetchQuery(meQuery)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw redirect({ to: '/sign-in', search: { to: from } })
    throw error
  }
}
