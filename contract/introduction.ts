/** What a newcomer to the API reads first: the description of the OpenAPI document, in Markdown. */
import { ERRORS } from './errors.ts'
import { TIERS } from './scopes.ts'

export function introduction(): string {
  const tiers = Object.values(TIERS).map(
    ({ title, plans, scopes, requestsPerMinute }) =>
      `- **${title}** (${plans}), ${requestsPerMinute} calls a minute: ${scopes.map(scope => `\`${scope}\``).join(', ')}`,
  )
  const errors = Object.entries(ERRORS).map(([code, { status, when }]) => `- ${status} \`${code}\`: ${when}`)
  return `Gatehouse is a property manager's system of record: properties, units, leases, residents, invoices and
payments, read by the programs you connect. Every call carries an API key and sees one organization, the key's own.

## First call

\`\`\`sh
curl -H "X-Api-Key: $KEY" "http://127.0.0.1:8080/api/v1/listings?limit=2"
\`\`\`

Whoever runs the service makes keys with \`bin/gatehouse key create\`; a first start on the embedded database prints one of a demo
organization. Keep keys on your servers. To try a call on this page, enter a key under Authentication and choose *Test Request*: it
goes to this server and nowhere else.

## Keys and quotas

A key has scopes; each operation says which one it needs. The organization's plan decides which scopes count and how often a key may
call, unless the key has a figure of its own.

${tiers.join('\n')}

The quota holds over all endpoints in any 60 seconds, not by the clock's minute. Every reply tells what is left in \`RateLimit\` and
\`X-RateLimit-*\`; a reply of 429 does not count and says in \`Retry-After\` when the next call is accepted.

## Values

- **Money** is whole cents. A **day** is \`YYYY-MM-DD\` in the organization's time zone, an **instant** RFC 3339 in UTC, both of a year from 1900 to 2999.
- **Text** is well-formed Unicode without the NUL character, in JSON as UTF-8. A name that stands twice in an object is refused.
- **Ids** are opaque strings. **Enumerated words** in requests are taken in any case.
- **Unknown parameters are refused**, so that a typo never passes silently.

## Lists

A list answers \`{"data": […], "pagination": {"total", "limit", "offset", "hasMore"}}\`, in the one order its operation states. \`total\` is exact
on every page. To fetch everything, raise \`offset\` by \`limit\` (100 at most) until \`hasMore\` is false.

## Safe retries

Send an \`Idempotency-Key\` of your own (8 to 128 visible characters, a fresh one for each thing you want done) with a write. When the reply
does not reach you, send the same call with the same key again: it takes effect once, and for 24 hours its first successful reply is
replayed with \`Idempotent-Replayed: true\`. The same key with another body is 422. A call that failed may be repeated with its key.

## Webhooks

Subscribe a URL to a kind of event with *Create a webhook subscription*, and it is told as it happens: a signed POST after
[Standard Webhooks](https://www.standardwebhooks.com), retried for three days until it is answered 2xx. Each kind is described under
*Events*. Verify the signature before you believe a body, ignore a \`webhook-id\` that you have seen, and after an outage catch up with
*List events*. \`docs/webhooks.md\`, which comes with the service, has receivers in Node and Python to begin with.

## Errors

Every reply other than success is \`{"error", "message", "request_id"}\`, for 400 with \`details\` that name each place. Programs go by \`error\`,
people by \`message\`; quote \`request_id\` (also in \`X-Request-Id\`) when you report a problem.

${errors.join('\n')}`
}
