/** Every address of the console on one page. The code of a page is fetched when it is first opened. */
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { ApiError } from '#client/call.ts'
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

const within = {
  overview: createRoute({
    getParentRoute: () => organization,
    path: '/',
    component: lazyRouteComponent(() => import('./overview/overview.tsx'), 'OverviewPage'),
  }),
  properties: createRoute({
    getParentRoute: () => organization,
    path: '/properties',
    component: lazyRouteComponent(() => import('./properties/properties.tsx'), 'PropertiesPage'),
  }),
  property: createRoute({
    getParentRoute: () => organization,
    path: '/properties/$property',
    component: lazyRouteComponent(() => import('./properties/property.tsx'), 'PropertyPage'),
  }),
  units: createRoute({
    getParentRoute: () => organization,
    path: '/units',
    component: lazyRouteComponent(() => import('./units/units.tsx'), 'UnitsPage'),
  }),
  unit: createRoute({
    getParentRoute: () => organization,
    path: '/units/$unit',
    component: lazyRouteComponent(() => import('./units/unit.tsx'), 'UnitPage'),
  }),
  leases: createRoute({
    getParentRoute: () => organization,
    path: '/leases',
    component: lazyRouteComponent(() => import('./leases/leases.tsx'), 'LeasesPage'),
  }),
  createLease: createRoute({
    getParentRoute: () => organization,
    path: '/leases/new',
    component: lazyRouteComponent(() => import('./leases/create-lease.tsx'), 'CreateLeasePage'),
  }),
  lease: createRoute({
    getParentRoute: () => organization,
    path: '/leases/$lease',
    component: lazyRouteComponent(() => import('./leases/lease.tsx'), 'LeasePage'),
  }),
  editLease: createRoute({
    getParentRoute: () => organization,
    path: '/leases/$lease/edit',
    component: lazyRouteComponent(() => import('./leases/edit-lease.tsx'), 'EditLeasePage'),
  }),
  leads: createRoute({
    getParentRoute: () => organization,
    path: '/leads',
    component: lazyRouteComponent(() => import('./leads/leads.tsx'), 'LeadsPage'),
  }),
  lead: createRoute({
    getParentRoute: () => organization,
    path: '/leads/$lead',
    component: lazyRouteComponent(() => import('./leads/lead.tsx'), 'LeadPage'),
  }),
  listings: createRoute({
    getParentRoute: () => organization,
    path: '/listings',
    component: lazyRouteComponent(() => import('./units/listings.tsx'), 'ListingsPage'),
  }),
  residents: createRoute({
    getParentRoute: () => organization,
    path: '/residents',
    component: lazyRouteComponent(() => import('./residents/residents.tsx'), 'ResidentsPage'),
  }),
  resident: createRoute({
    getParentRoute: () => organization,
    path: '/residents/$resident',
    component: lazyRouteComponent(() => import('./residents/resident.tsx'), 'ResidentPage'),
  }),
  invoices: createRoute({
    getParentRoute: () => organization,
    path: '/invoices',
    component: lazyRouteComponent(() => import('./money/invoices.tsx'), 'InvoicesPage'),
  }),
  invoice: createRoute({
    getParentRoute: () => organization,
    path: '/invoices/$invoice',
    component: lazyRouteComponent(() => import('./money/invoice.tsx'), 'InvoicePage'),
  }),
  payments: createRoute({
    getParentRoute: () => organization,
    path: '/payments',
    component: lazyRouteComponent(() => import('./money/payments.tsx'), 'PaymentsPage'),
  }),
  payment: createRoute({
    getParentRoute: () => organization,
    path: '/payments/$payment',
    component: lazyRouteComponent(() => import('./money/payment.tsx'), 'PaymentPage'),
  }),
  workOrders: createRoute({
    getParentRoute: () => organization,
    path: '/work-orders',
    component: lazyRouteComponent(() => import('./work-orders/work-orders.tsx'), 'WorkOrdersPage'),
  }),
  workOrder: createRoute({
    getParentRoute: () => organization,
    path: '/work-orders/$workOrder',
    component: lazyRouteComponent(() => import('./work-orders/work-order.tsx'), 'WorkOrderPage'),
  }),
  rentRoll: createRoute({
    getParentRoute: () => organization,
    path: '/rent-roll',
    component: lazyRouteComponent(() => import('./rent-roll/rent-roll.tsx'), 'RentRollPage'),
  }),
  messages: createRoute({
    getParentRoute: () => organization,
    path: '/messages',
    component: lazyRouteComponent(() => import('./messages/messages.tsx'), 'MessagesPage'),
  }),
  allResidents: createRoute({
    getParentRoute: () => organization,
    path: '/all-residents',
    component: lazyRouteComponent(() => import('./residents/all-residents.tsx'), 'AllResidentsPage'),
  }),
  owners: createRoute({
    getParentRoute: () => organization,
    path: '/owners',
    component: lazyRouteComponent(() => import('./properties/owners.tsx'), 'OwnersPage'),
  }),
  portfolios: createRoute({
    getParentRoute: () => organization,
    path: '/portfolios',
    component: lazyRouteComponent(() => import('./properties/portfolios.tsx'), 'PortfoliosPage'),
  }),
  import: createRoute({
    getParentRoute: () => organization,
    path: '/import',
    component: lazyRouteComponent(() => import('./import/import.tsx'), 'ImportPage'),
  }),
  developers: createRoute({
    getParentRoute: () => organization,
    path: '/developers',
    component: lazyRouteComponent(() => import('./developers/overview.tsx'), 'DevelopersPage'),
  }),
  keys: createRoute({
    getParentRoute: () => organization,
    path: '/developers/keys',
    component: lazyRouteComponent(() => import('./developers/keys.tsx'), 'KeysPage'),
  }),
  traffic: createRoute({
    getParentRoute: () => organization,
    path: '/developers/traffic',
    component: lazyRouteComponent(() => import('./developers/traffic.tsx'), 'TrafficPage'),
  }),
  failures: createRoute({
    getParentRoute: () => organization,
    path: '/developers/failures',
    component: lazyRouteComponent(() => import('./developers/failures.tsx'), 'FailuresPage'),
  }),
  call: createRoute({
    getParentRoute: () => organization,
    path: '/developers/traffic/$call',
    component: lazyRouteComponent(() => import('./developers/call.tsx'), 'CallPage'),
  }),
  webhooks: createRoute({
    getParentRoute: () => organization,
    path: '/developers/webhooks',
    component: lazyRouteComponent(() => import('./developers/webhooks.tsx'), 'WebhooksPage'),
  }),
  webhook: createRoute({
    getParentRoute: () => organization,
    path: '/developers/webhooks/$webhook',
    component: lazyRouteComponent(() => import('./developers/webhook.tsx'), 'WebhookPage'),
  }),
  log: createRoute({
    getParentRoute: () => organization,
    path: '/developers/log',
    component: lazyRouteComponent(() => import('./organization/administrative-log.tsx'), 'AdministrativeLogPage'),
  }),
  plan: createRoute({
    getParentRoute: () => organization,
    path: '/developers/plan',
    component: lazyRouteComponent(() => import('./organization/plan.tsx'), 'PlanPage'),
  }),
  sandbox: createRoute({
    getParentRoute: () => organization,
    path: '/developers/sandbox',
    component: lazyRouteComponent(() => import('./developers/sandbox.tsx'), 'SandboxPage'),
  }),
  members: createRoute({
    getParentRoute: () => organization,
    path: '/members',
    component: lazyRouteComponent(() => import('./organization/members.tsx'), 'MembersPage'),
  }),
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
