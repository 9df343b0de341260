/** The API reference at `/docs` and the document it shows. Every byte comes from this process. */
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import { openApiDocument } from '#contract/openapi.ts'
import { V1_PREFIX } from '#contract/v1.ts'
import { serveGuides } from './guides.ts'
import { PAGE_HEADERS } from './page-headers.ts'
import { REFERENCE_CSS, TYPEFACE } from './reference-theme.ts'
import { type StoredFile, sendFile, storedFile } from './stored-file.ts'

const DOCUMENT_PATH = `${V1_PREFIX}/openapi.json`

const POLICY = {
  ...PAGE_HEADERS,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      // The reference writes its styles into the page, as elements and as attributes; a nonce covers only the elements.
      'style-src': ["'unsafe-inline'"],
      'img-src': ["'self'"],
      'connect-src': ["'self'"],
      'font-src': ["'self'"],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'none'"],
    },
  },
} satisfies FastifyHelmetOptions

/** Serves the OpenAPI document, which needs no key. `origin` is known once the service listens. */
export function serveDocument(app: FastifyInstance, origin: () => string | undefined): void {
  const documents = new Map<string, Promise<StoredFile>>()
  app.get(DOCUMENT_PATH, async (request, reply) => {
    const url = origin() ?? '/'
    const document =
      documents.get(url) ??
      gzipped('application/json; charset=utf-8', Buffer.from(JSON.stringify(openApiDocument(url))))
    documents.set(url, document)
    return sendFile(request, reply, await document, 'no-cache')
  })
}

export async function servePages(app: FastifyInstance): Promise<void> {
  await app.register(helmet, POLICY)
  let bundle: Promise<StoredFile> | undefined

  app.get('/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(PAGE))
  app.get('/docs/', async (_request, reply) => reply.redirect('/docs', 308))
  app.get('/', async (_request, reply) => reply.redirect('/console'))
  serveGuides(app)
  app.get('/docs/icon.svg', async (_request, reply) => reply.type('image/svg+xml').send(ICON))
  app.get(TYPEFACE.path, async (_request, reply) =>
    reply
      .type('font/woff2')
      .header('cache-control', 'public, max-age=86400')
      .send(await readFile(TYPEFACE.file)),
  )
  app.get('/docs/start.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(START))
  app.get('/docs/reference.js', async (request, reply) => {
    bundle ??= loadBundle()
    return sendFile(request, reply, await bundle, 'no-cache')
  })
}

async function gzipped(type: string, plain: Buffer): Promise<StoredFile> {
  return storedFile(type, plain, new Map([['gzip', await promisify(gzip)(plain)]]))
}

/**
 * The reference's code: 4.4 MB, 1.3 MB gzipped. Its package offers it only behind a route and takes 0.1 s and 40 MB to import, so it is not
 * imported until somebody opens the page.
 */
async function loadBundle(): Promise<StoredFile> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const shelf = Fastify()
  await shelf.register(scalar, { routePrefix: '/docs', configuration: { url: DOCUMENT_PATH } })
  const { rawPayload: plain } = await shelf.inject('/docs/js/scalar.js')
  await shelf.close()
  return gzipped('text/javascript; charset=utf-8', plain)
}

const CONFIGURATION = {
  url: DOCUMENT_PATH,
  telemetry: false,
  withDefaultFonts: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  defaultOpenAllTags: true,
  customCss: REFERENCE_CSS,
}

// Calls from the page go to the origin at which it was opened, because its policy allows no other, so that is the address the page shows.
const START = `Scalar.createApiReference('#reference', { ...${JSON.stringify(CONFIGURATION)}, servers: [{ url: location.origin }] })\n`

const PAGE = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>Gatehouse API</title>
  <link rel="icon" href="/docs/icon.svg">
  <link rel="preload" as="font" type="font/woff2" href="${TYPEFACE.path}" crossorigin>
</head>
<body>
  <div id="reference"></div>
  <noscript>This page needs JavaScript. What it shows is at <a href="${DOCUMENT_PATH}">${DOCUMENT_PATH}</a>.</noscript>
  <script src="/docs/reference.js"></script>
  <script src="/docs/start.js"></script>
</body>
</html>
`

/** The icon: a gate between two posts. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#1f4e5f"/>
<path d="M3 13V5.5a5 5 0 0 1 10 0V13M6.3 13V7M9.7 13V7M3 9.5h10" fill="none" stroke="#fff" stroke-width="1.3"/></svg>
`
