/**
 * Builds the pages of the console into console/dist, compressed for transfer, unless dist was built from the same sources. Run by
 * `npm start`, `npm test` and `npm run build`.
 */
import { createHash } from 'node:crypto'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const HERE = join(ROOT, 'console')
const DIST = join(HERE, 'dist')
const MARK = '.made-of'
const COMPRESSED = /\.(js|css|html|svg|json)$/

const sources = hashOfSources()
if (!existsSync(join(DIST, MARK)) || readFileSync(join(DIST, MARK), 'utf8') !== sources) await build()

/**
 * Hashes everything that goes into the pages, by contents rather than modification times, because a checkout gives every
 * file a new time.
 */
function hashOfSources(): string {
  const hash = createHash('sha256')
  const files = globSync(['console/{src,public}/**/*.*', 'console/*.{ts,html}', 'client/*.ts', 'package-lock.json'], {
    cwd: ROOT,
  })
  for (const file of files.sort())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update('\0')
  return hash.digest('hex')
}

/** Builds in a separate folder that replaces dist once it is complete, so that neither a failure nor two builds at once leave half a build. */
async function build(): Promise<void> {
  const stage = await mkdtemp(join(HERE, 'dist.new-'))
  try {
    const [{ build: bundle }, { consoleBuild }] = await Promise.all([import('vite'), import('./vite.config.ts')])
    const made = join(stage, 'dist')
    await bundle({ ...consoleBuild, build: { ...consoleBuild.build, outDir: made } })
    const files = readdirSync(made, { recursive: true, encoding: 'utf8' }).filter(file => COMPRESSED.test(file))
    await Promise.all(files.map(file => compress(join(made, file))))
    await writeFile(join(made, MARK), sources)
    await rename(DIST, join(stage, 'old')).catch(() => {})
    await rename(made, DIST).catch(error => {
      if (!existsSync(join(DIST, MARK))) throw error
    })
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

async function compress(file: string): Promise<void> {
  const plain = await readFile(file)
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
    promisify(gzip)(plain, { level: 9 }),
  ])
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
}
