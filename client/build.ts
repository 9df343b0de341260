/** Compiles the package into dist/, which `npm pack` puts into it. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const place = (path: string) => fileURLToPath(new URL(path, import.meta.url))

rmSync(place('dist'), { recursive: true, force: true })
execFileSync(process.execPath, [place('../node_modules/typescript/bin/tsc'), '-p', place('.')], { stdio: 'inherit' })
// The compiler renames the imports in a module's code, and leaves those in its declarations as they are.
for (const name of readdirSync(place('dist')).filter(file => file.endsWith('.d.ts'))) {
  const file = place(`dist/${name}`)
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"))
}
copyFileSync(place('../LICENSE'), place('LICENSE'))
