/** The console's pages at `/console`: one document for every path there, and the files that console/build.ts created. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PAGE_HEADERS } from './page-headers.ts'
import { unknownRoute } from './route.ts'
import { type StoredFile, sendFile, storedFile } from './stored-file.ts'

const DIST = fileURLToPath(new URL('../../../console/dist', import.meta.url))

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const

/** What the pages may load: scripts and styles from this process only. */
const POLICY = {
  ...PAGE_HEADERS,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'connect-src': ["'self'"],
      // Photos of listings may be on any host.
      'img-src': ["'self'", 'https:', 'data:'],
      'font-src': ["'self'"],
      // A download opens in a hidden frame. Pages refuse to be framed, so only replies of the API can be.
      'frame-src': ["'self'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
    },
  },
} satisfies FastifyHelmetOptions

const UNREADABLE = 'The files of the console cannot be read, so they are read again at the next request.'

type Files = Map<string, StoredFile>

export async function serveConsolePages(app: FastifyInstance, { dist = DIST }: { dist?: string } = {}): Promise<void> {
  await app.register(helmet, POLICY)
  const files: Files = new Map()
  let loadedAt = Number.NaN
  let failedAt = Number.NaN

  /**
   * Reads the files into memory, and again after a new build. The files of the previous build are kept for pages that are open and have yet to load
   * a part; @fastify/static, which serves what the folder contains, would answer those requests with 404.
   */
  async function refresh(): Promise<void> {
    const builtAt = await timeOfBuild(dist)
    if (Number.isNaN(builtAt) || builtAt === loadedAt) return
    try {
      for (const [path, file] of await load(dist)) files.set(path, file)
      loadedAt = builtAt
    } catch (err) {
      // A build may be replacing the folder right now. In that case the files in memory continue to be served.
      if (failedAt !== builtAt) app.log.warn({ err }, UNREADABLE)
      failedAt = builtAt
    }
  }

  async function page(request: FastifyRequest, reply: FastifyReply) {
    await refresh()
    const index = files.get('index.html')
    return index ? send(request, reply, 'index.html', index) : reply.code(503).type(TYPES['.html']!).send(NOT_BUILT)
  }

  app.get('/console', page)
  app.get<{ Params: { '*': string } }>('/console/*', async (request, reply) => {
    const path = request.params['*']
    if (path === 'api' || path.startsWith('api/')) throw unknownRoute(request)
    if (Number.isNaN(loadedAt)) await refresh()
    const file = files.get(path)
    if (file && path !== 'index.html') return send(request, reply, path, file)
    if (path.startsWith('assets/')) throw unknownRoute(request)
    return page(request, reply)
  })
}

function send(request: FastifyRequest, reply: FastifyReply, path: string, file: StoredFile): FastifyReply {
  // Programs that show listings to people may load the sample photos of a demo from their own pages.
  if (file.type === 'image/webp') reply.header('cross-origin-resource-policy', 'cross-origin')
  // The names of these files have the hash of their contents.
  const isHashed = path.startsWith('assets/')
  return sendFile(request, reply, file, isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
}

/** Whether a path has a page of the console or a file of its build. Every path has a page, except those of the API and of files. */
export async function hasConsolePage(path: string): Promise<boolean> {
  const name = /^\/console\/(?!api(?:\/|$))(.*)$/s.exec(path)?.[1]
  if (!name?.startsWith('assets/')) return name !== undefined
  const isFile = () => stat(join(DIST, name)).then(file => file.isFile())
  return /^assets\/[\w.-]+$/.test(name) && isFile().catch(() => false)
}

/** When the folder was built; NaN if it was not. */
function timeOfBuild(dist: string): Promise<number> {
  return stat(join(dist, 'index.html')).then(
    ({ mtimeMs }) => mtimeMs,
    () => Number.NaN,
  )
}

async function load(dist: string): Promise<Files> {
  const names = await readdir(dist, { recursive: true })
  const present = new Set(names)
  const files: Files = new Map()
  for (const name of names) {
    const type = TYPES[extname(name)]
    if (!type) continue
    const plain = await readFile(join(dist, name))
    const compressed = ENCODINGS.filter(({ suffix }) => present.has(`${name}${suffix}`)).map(
      async ({ name: encoding, suffix }) => [encoding, await readFile(join(dist, `${name}${suffix}`))] as const,
    )
    files.set(name, storedFile(type, plain, new Map(await Promise.all(compressed))))
  }
  return files
}

const NOT_BUILT = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Gatehouse</title></head>
<body>
<h1>The console is not built</h1>
<p>The pages are built when the service starts, and its output says why that failed. Run <code>npm run build</code> in
Gatehouse’s folder and reload this page.</p>
</body>
</html>
`
