/** The headers that every page has, apart from the policy of what it may load. */
import type { FastifyHelmetOptions } from '@fastify/helmet'

export const PAGE_HEADERS = {
  xFrameOptions: { action: 'deny' },
  // Whoever runs the service at a domain of theirs has not said that everything below that domain can be reached by https.
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
  referrerPolicy: { policy: 'no-referrer' },
} satisfies FastifyHelmetOptions
