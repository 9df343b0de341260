/** The introduction to the API, in Markdown: the description of the OpenAPI document, which a newcomer reads first. */
import { ERRORS } from './errors.ts'
import { TIERS } from './scopes.ts'

/** Returns the introduction of the API reference. `origin` is the address of the service, or `/` if the document does not know it. */
export function introduction(origin: string): string {
  const tiers = Object.values(TIERS).map(
    ({ title, plans, scopes, requestsPerMinute }) =>
      `- **${title}** (${plans}), ${requestsPerMinute} calls per minute: ${scopes.map(scope => `\`${scope}\``).join(', ')}`,
  )
  const errors = Object.entries(ERRORS).map(([code, { status, when }]) => `- ${status} \`${code}\`: ${when}`)
  return `Gatehouse is a property manager's system of record: properties, units, leases, residents, invoices and
payments. Every call carries an API key and sees the data of one organization, the one the key belongs to.

## First call

\`\`\`sh
BASE=${origin === '/' ? 'https://…   # the address of this service' : origin}
curl -H "X-Api-Key: $KEY" "$BASE/api/v1/listings?limit=2"
\`\`\`

The operator of the service creates keys with \`bin/gatehouse key create\`. The first start on the embedded database prints a key for a
demo organization. Keep keys on your servers: pages of other sites cannot call the API, which sends no CORS headers. To try a call on this page, enter a
key under Authentication and choose *Test Request*: the call goes to this server and nowhere else.

\`@gatehouse/client\` calls the API from TypeScript and JavaScript. For other languages, generators make a client from
[the OpenAPI document](/api/v1/openapi.json). With \`oapi-codegen\` for Go, set \`skip-prune: true\`; without it, the types that only webhooks use are missing.

## Keys and quotas

A key has scopes, and each operation states the scope it needs. The organization's plan decides which scopes are available and how often a
key may call, unless the key has a quota of its own.

${tiers.join('\n')}

The quota is counted over all endpoints in any 60 seconds, not per clock minute. Every reply states what is left in \`RateLimit\` and
\`X-RateLimit-*\`. A reply with status 429 does not count and states in \`Retry-After\` when the next call is accepted.

## Values

- **Money** is whole cents. A **day** is \`YYYY-MM-DD\` in the organization's time zone. An **instant** is RFC 3339 in UTC. Years are from 1900 to 2999.
- **Text** is well-formed Unicode without the NUL character, and JSON is UTF-8. Text that must not be blank needs at least one visible character. In a body, text that has room for at most 200 characters, such as a name or a title, is one line without control characters, which include the marks that turn the direction of text (U+202A to U+202E, U+2066 to U+2069). An object that contains a name twice is refused.
- **IDs** are opaque strings. **Enumerated words** in requests may be in any case.
- **Unknown parameters are refused**, so that a typo never goes unnoticed.

## Later versions

Version 1 only grows. An upgrade of the service may add operations, optional parameters, fields of replies and events, types of events and of records, and
values of enumerations; it removes and renames nothing. So ignore a field that you do not know, and expect values that are not listed yet. An event
is kept as it was sent, so one from before an upgrade lacks the fields that the upgrade added.

## Lists

A list returns \`{"data": […], "pagination": {"total", "limit", "offset", "hasMore"}}\`, in the order that its operation states. \`total\` is exact
on every page. To fetch everything, raise \`offset\` by \`limit\` (100 at most) until \`hasMore\` is false.
Every list that can be filtered by its status accepts \`ALL\`, which selects every item. Only payments have another default.

## Fewer bytes

Send \`Accept-Encoding: br\` or \`gzip\`: replies to reads of more than 1 KiB are then compressed, long ones while they are sent. A reply to a read of one
record or of one page of a list has an \`ETag\`. Send it as \`If-None-Match\` with the same call, and the reply is 304 without a body if nothing has changed.
Calls that write do not support preconditions: a write with \`If-Match\` returns 400.

## Safe retries

Send an \`Idempotency-Key\` of your own (8 to 128 visible characters, a new one for each change you want to make) with a write. If the reply
does not reach you, send the same call with the same key again: it takes effect once, and for 24 hours its first successful reply is
replayed with \`Idempotent-Replayed: true\`. The same key with a different body returns 422. A call that failed may be repeated with its key.

## Webhooks

Subscribe a URL to a type of event with *Create a webhook subscription*. Each event is sent as a signed POST as defined by
[Standard Webhooks](https://www.standardwebhooks.com), and retried at increasing intervals until the receiver responds with 2xx. Each type is described
under *Events*. Verify the signature before you trust a body, ignore a \`webhook-id\` that you have already seen, and catch up with
*Send missed events again* after an outage. [Receiving events](/docs/webhooks) has receivers in Node and Python to start from.

## A copy of the data

*Export all records* and *List changes* keep a copy up to date, as [Keeping a copy](/docs/sync) explains. The other guides of this service are
[Importing](/docs/import) and, for its operators, [Operating](/docs/operate).

## Errors

Every reply other than success is \`{"error", "message", "request_id"}\`; with status 400, \`details\` names each part that is not valid. Programs
should rely on \`error\`; \`message\` is for people to read. Quote \`request_id\` (also in \`X-Request-Id\`) when you report a problem.

${errors.join('\n')}`
}
