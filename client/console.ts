/** What the console calls beside version 1: for a person, and within an organization. Generated from the contract by `npm run generate`; do not edit. */
import type { Caller, CallOptions, NoInput } from './call.ts'

export type AcceptedInvitation = {
  organization_id: string
  email: string
  role: 'VIEWER' | 'ADMIN' | 'OWNER'
}

export type AdministrativeEntry = {
  id: string
  occurred_at: string
  actor: string
  action: string
  subject: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

export type AdministrativeEntryPage = {
  data: AdministrativeEntry[]
  next: string | null
}

export type Call = {
  request_id: string
  occurred_at: string
  key_id: string
  key_name: string | null
  method: string
  route: string | null
  path: string
  status: number
  error: 'invalid_request' | 'unauthorized' | 'forbidden' | 'not_found' | 'method_not_allowed' | 'request_timeout' | 'conflict' | 'idempotency_in_progress' | 'payload_too_large' | 'uri_too_long' | 'unsupported_media_type' | 'idempotency_key_reused' | 'rate_limited' | 'headers_too_large' | 'internal_error' | 'not_implemented' | 'unavailable' | null
  reason: string | null
  scope: string | null
  caller_ip: string | null
  user_agent: string | null
  latency_ms: number
  replayed: boolean
  outcome: 'COMPLETED' | 'ABORTED' | 'FAILED' | null
}

export type CallPage = {
  data: Call[]
  next: string | null
  looked_back_to: string | null
}

export type DeletedInvitation = {
  invitation_id: string
  deleted: boolean
}

export type ErrorFigures = {
  error: 'invalid_request' | 'unauthorized' | 'forbidden' | 'not_found' | 'method_not_allowed' | 'request_timeout' | 'conflict' | 'idempotency_in_progress' | 'payload_too_large' | 'uri_too_long' | 'unsupported_media_type' | 'idempotency_key_reused' | 'rate_limited' | 'headers_too_large' | 'internal_error' | 'not_implemented' | 'unavailable' | null
  status: number
  calls: number
}

export type Failure = {
  method: string
  route: string | null
  error: 'invalid_request' | 'unauthorized' | 'forbidden' | 'not_found' | 'method_not_allowed' | 'request_timeout' | 'conflict' | 'idempotency_in_progress' | 'payload_too_large' | 'uri_too_long' | 'unsupported_media_type' | 'idempotency_key_reused' | 'rate_limited' | 'headers_too_large' | 'internal_error' | 'not_implemented' | 'unavailable' | null
  status: number
  calls: number
  last_seen_at: string
  sample_request_id: string
}

export type FailureList = {
  window: '1h' | '24h' | '30d'
  data: Failure[]
}

export type Invitation = {
  invitation_id: string
  email: string
  role: 'VIEWER' | 'ADMIN' | 'OWNER'
  invited_by: string
  created_at: string
  expires_at: string
}

export type InvitationList = {
  data: Invitation[]
}

export type InvitationPreview = {
  email: string
  role: 'VIEWER' | 'ADMIN' | 'OWNER'
  organization_name: string
  has_account: boolean
}

export type IssuedKey = {
  key_id: string
  family_id: string
  name: string
  mask: string
  scopes: ('properties:read' | 'accounting:read' | 'maintenance:read' | 'maintenance:write' | 'comms:write' | 'webhooks:manage')[]
  requests_per_minute: number | null
  effective_requests_per_minute: number
  allowed_cidrs: string[]
  created_by: string
  created_at: string
  expires_at: string | null
  revoked_at: string | null
  last_used_at: string | null
  last_used_address: string | null
  api_key: string
}

export type Key = {
  key_id: string
  family_id: string
  name: string
  mask: string
  scopes: ('properties:read' | 'accounting:read' | 'maintenance:read' | 'maintenance:write' | 'comms:write' | 'webhooks:manage')[]
  requests_per_minute: number | null
  effective_requests_per_minute: number
  allowed_cidrs: string[]
  created_by: string
  created_at: string
  expires_at: string | null
  revoked_at: string | null
  last_used_at: string | null
  last_used_address: string | null
}

export type KeyList = {
  data: Key[]
}

export type KeyQuota = {
  key_id: string
  name: string
  mask: string
  requests_per_minute: number
  calls_last_minute: number
  calls: number
}

export type Me = {
  user: Person
  organizations: Membership[]
}

export type Member = {
  user_id: string
  email: string
  name: string
  role: 'VIEWER' | 'ADMIN' | 'OWNER'
  two_factor_enabled: boolean
  joined_at: string
}

export type MemberList = {
  data: Member[]
}

export type Membership = {
  organization_id: string
  name: string
  role: 'VIEWER' | 'ADMIN' | 'OWNER'
  is_sandbox: boolean
  live_organization_id: string | null
  plan: 'STARTER' | 'GROWTH' | 'PRO' | 'SCALE' | 'ENTERPRISE'
  tier: 'CORE' | 'AUTOMATION' | 'PARTNER' | null
  time_zone: string
}

export type NewInvitation = {
  invitation_id: string
  email: string
  role: 'VIEWER' | 'ADMIN' | 'OWNER'
  invited_by: string
  created_at: string
  expires_at: string
  accept_url: string | null
}

export type Person = {
  id: string
  email: string
  name: string
  two_factor_enabled: boolean
}

export type Plan = {
  plan: 'STARTER' | 'GROWTH' | 'PRO' | 'SCALE' | 'ENTERPRISE'
  has_partner_agreement: boolean
  tier: 'CORE' | 'AUTOMATION' | 'PARTNER' | null
  tiers: TierFigures[]
  sandbox_organization_id: string | null
}

export type RemovedMember = {
  user_id: string
  removed: boolean
}

export type RouteFigures = {
  method: string
  route: string | null
  calls: number
  errors: number
  p95_ms: number | null
}

export type Sandbox = {
  organization_id: string
  live_organization_id: string
  name: string
}

export type TierFigures = {
  tier: 'CORE' | 'AUTOMATION' | 'PARTNER'
  title: string
  scopes: ('properties:read' | 'accounting:read' | 'maintenance:read' | 'maintenance:write' | 'comms:write' | 'webhooks:manage')[]
  requests_per_minute: number
  own_requests_per_minute: boolean
  sandbox: boolean
  plans: string
  is_current: boolean
}

export type TrafficBucket = {
  begins_at: string
  calls: number
  errors: number
  rate_limited: number
  p50_ms: number | null
  p95_ms: number | null
}

export type TrafficOverview = {
  window: '1h' | '24h' | '30d'
  since: string
  until: string
  bucket_seconds: number
  calls: number
  errors: number
  rate_limited: number
  p50_ms: number | null
  p95_ms: number | null
  buckets: TrafficBucket[]
  top_routes: RouteFigures[]
  top_errors: ErrorFigures[]
  keys: KeyQuota[]
}

export type LookUpInvitationInput = {
  token: string
}

export type AcceptInvitationInput = {
  token: string
  name?: string | undefined
  password?: string | undefined
}

export type CreateKeyInput = {
  name: string
  scopes: ('properties:read' | 'accounting:read' | 'maintenance:read' | 'maintenance:write' | 'comms:write' | 'webhooks:manage')[]
  expires_at?: string | null | undefined
  allowed_cidrs?: string[] | undefined
  requests_per_minute?: number | null | undefined
}

export type RotateKeyInput = {
  key_id: string
  overlap_hours?: number | undefined
}

export type RevokeKeyInput = {
  key_id: string
}

export type ListCallsInput = {
  key_id?: string | undefined
  route?: string | undefined
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE' | undefined
  status?: number | undefined
  status_class?: '2xx' | '4xx' | '5xx' | undefined
  failed?: 'true' | undefined
  ip?: string | undefined
  request_id?: string | undefined
  since?: string | undefined
  until?: string | undefined
  before?: string | undefined
  limit?: number | undefined
}

export type GetCallInput = {
  request_id: string
}

export type ListFailuresInput = {
  window: '1h' | '24h' | '30d'
}

export type GetTrafficOverviewInput = {
  window: '1h' | '24h' | '30d'
}

export type ExportCallsInput = {
  key_id?: string | undefined
  route?: string | undefined
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE' | undefined
  status?: number | undefined
  status_class?: '2xx' | '4xx' | '5xx' | undefined
  failed?: 'true' | undefined
  ip?: string | undefined
  request_id?: string | undefined
  since?: string | undefined
  until?: string | undefined
  format: 'csv' | 'ndjson'
}

export type ListAdministrativeEntriesInput = {
  action?: string | undefined
  actor?: string | undefined
  since?: string | undefined
  before?: string | undefined
  limit?: number | undefined
}

export type UpdateMemberInput = {
  user_id: string
  role: 'VIEWER' | 'ADMIN' | 'OWNER'
}

export type RemoveMemberInput = {
  user_id: string
}

export type CreateInvitationInput = {
  email: string
  role: 'VIEWER' | 'ADMIN' | 'OWNER'
}

export type DeleteInvitationInput = {
  invitation_id: string
}

/** The words that fields of inputs take. */
export const choices = {
  createKey: {
    scopes: ['properties:read', 'accounting:read', 'maintenance:read', 'maintenance:write', 'comms:write', 'webhooks:manage'],
  },
  listCalls: {
    method: ['GET', 'POST', 'PATCH', 'DELETE'],
    status_class: ['2xx', '4xx', '5xx'],
    failed: ['true'],
  },
  listFailures: {
    window: ['1h', '24h', '30d'],
  },
  getTrafficOverview: {
    window: ['1h', '24h', '30d'],
  },
  exportCalls: {
    method: ['GET', 'POST', 'PATCH', 'DELETE'],
    status_class: ['2xx', '4xx', '5xx'],
    failed: ['true'],
    format: ['csv', 'ndjson'],
  },
  updateMember: {
    role: ['VIEWER', 'ADMIN', 'OWNER'],
  },
  createInvitation: {
    role: ['VIEWER', 'ADMIN', 'OWNER'],
  },
} as const

/** What is not of one organization. */
export function personClient(call: Caller) {
  return {
    /** Get who is signed in. */
    getMe: (input: NoInput = {}, options?: CallOptions) =>
      call<Me>('GET', '/me', input, options),
    /** Look an invitation up. */
    lookUpInvitation: (input: LookUpInvitationInput, options?: CallOptions) =>
      call<InvitationPreview>('POST', '/invitations/look-up', input, options),
    /** Accept an invitation. */
    acceptInvitation: (input: AcceptInvitationInput, options?: CallOptions) =>
      call<AcceptedInvitation>('POST', '/invitations/accept', input, options),
  }
}

/** What is; the base address ends in the organization. */
export function organizationClient(call: Caller) {
  return {
    /** List API keys. */
    listKeys: (input: NoInput = {}, options?: CallOptions) =>
      call<KeyList>('GET', '/keys', input, options),
    /** Create an API key. */
    createKey: (input: CreateKeyInput, options?: CallOptions) =>
      call<IssuedKey>('POST', '/keys', input, options),
    /** Rotate an API key. */
    rotateKey: (input: RotateKeyInput, options?: CallOptions) =>
      call<IssuedKey>('POST', '/keys/{key_id}/rotate', input, options),
    /** Revoke an API key. */
    revokeKey: (input: RevokeKeyInput, options?: CallOptions) =>
      call<Key>('POST', '/keys/{key_id}/revoke', input, options),
    /** List calls. */
    listCalls: (input: ListCallsInput = {}, options?: CallOptions) =>
      call<CallPage>('GET', '/traffic', input, options),
    /** Get a call. */
    getCall: (input: GetCallInput, options?: CallOptions) =>
      call<Call>('GET', '/traffic/{request_id}', input, options),
    /** Group failed calls. */
    listFailures: (input: ListFailuresInput, options?: CallOptions) =>
      call<FailureList>('GET', '/traffic/failures', input, options),
    /** Get an overview of calls. */
    getTrafficOverview: (input: GetTrafficOverviewInput, options?: CallOptions) =>
      call<TrafficOverview>('GET', '/traffic/overview', input, options),
    /** Export calls: the address of the file. */
    exportCalls: (input: ExportCallsInput) => call.addressOf('/traffic/export', input),
    /** List administrative entries. */
    listAdministrativeEntries: (input: ListAdministrativeEntriesInput = {}, options?: CallOptions) =>
      call<AdministrativeEntryPage>('GET', '/administrative-log', input, options),
    /** List members. */
    listMembers: (input: NoInput = {}, options?: CallOptions) =>
      call<MemberList>('GET', '/members', input, options),
    /** Change a member’s role. */
    updateMember: (input: UpdateMemberInput, options?: CallOptions) =>
      call<Member>('PATCH', '/members/{user_id}', input, options),
    /** Remove a member. */
    removeMember: (input: RemoveMemberInput, options?: CallOptions) =>
      call<RemovedMember>('DELETE', '/members/{user_id}', input, options),
    /** List open invitations. */
    listInvitations: (input: NoInput = {}, options?: CallOptions) =>
      call<InvitationList>('GET', '/invitations', input, options),
    /** Invite someone. */
    createInvitation: (input: CreateInvitationInput, options?: CallOptions) =>
      call<NewInvitation>('POST', '/invitations', input, options),
    /** Withdraw an invitation. */
    deleteInvitation: (input: DeleteInvitationInput, options?: CallOptions) =>
      call<DeletedInvitation>('DELETE', '/invitations/{invitation_id}', input, options),
    /** Get the plan. */
    getPlan: (input: NoInput = {}, options?: CallOptions) =>
      call<Plan>('GET', '/plan', input, options),
    /** Create the sandbox. */
    createSandbox: (input: NoInput = {}, options?: CallOptions) =>
      call<Sandbox>('POST', '/sandbox', input, options),
    /** Start the sandbox anew. */
    resetSandbox: (input: NoInput = {}, options?: CallOptions) =>
      call<Sandbox>('POST', '/sandbox/reset', input, options),
  }
}
