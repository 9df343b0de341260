/** The headers that every page has, apart from the policy of what it may load. */
import type { FastifyHelmetOptions } from '@fastify/helmet'

export const PAGE_HEADERS = {
  xFrameOptions: { action: 'deny' },
  // An operator who serves Gatehouse from a domain has not promised that every subdomain supports https.
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
  referrerPolicy: { policy: 'no-referrer' },
} satisfies FastifyHelmetOptions
