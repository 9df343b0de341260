/** The program as a few files, which server/build.ts makes of the sources and the packages that they import. It starts with half of the work. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export type Manifest = {
  /** The folder of the bundle, below server/dist. */
  folder: string
  /** The files that the bundle was made of, as paths from the root; package-lock.json stands for the packages, which bin/node keeps at its versions. */
  files: string[]
  /** The hash of those files. */
  hash: string
}

/** The address of the bundle's command line, or undefined unless all files that it was made of have the same contents today. */
export function currentBundle(root = ROOT): string | undefined {
  const manifest = readManifest(root)
  if (!manifest || hashOf(manifest.files, file => read(root, file)) !== manifest.hash) return undefined
  return pathToFileURL(join(root, 'server/dist', manifest.folder, 'command-line.js')).href
}

export function readManifest(root = ROOT): Manifest | undefined {
  const text = read(root, 'server/dist/bundle.json')
  return text && JSON.parse(text)
}

/**
 * Contents are compared because nothing else is proof: a checkout or a copy gives every file new times, and a program may set them. Comparing
 * contents takes 16 ms of processor time; comparing sizes and times would take 8.
 */
export function hashOf(files: readonly string[], text: (file: string) => string | undefined): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\0${text(file) ?? ''}\0`)
  return hash.digest('hex')
}

function read(root: string, file: string): string | undefined {
  try {
    return readFileSync(join(root, file), 'utf8')
  } catch {
    return undefined
  }
}
