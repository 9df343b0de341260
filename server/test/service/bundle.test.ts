/** The program runs from its bundle as it does from its sources, and from the sources as soon as one of them is not what the bundle was made of. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { currentBundle, hashOf, ROOT } from '#server/bundle.ts'
import { gatehouse, gatehouseProcess } from './processes.ts'

test('a bundle is used only while the files that it was made of have the same contents', async t => {
  const root = await mkdtemp(join(tmpdir(), 'gatehouse-bundle-'))
  t.after(() => rm(root, { recursive: true, force: true }))
  const dist = join(root, 'server/dist')
  mkdirSync(dist, { recursive: true })
  const files = ['absent.ts', 'one.ts']
  const write = (text: string) => writeFileSync(join(root, 'one.ts'), text)
  const hash = hashOf(files, file => (file === 'one.ts' ? 'one' : undefined))
  const isUsed = () => currentBundle(root) === pathToFileURL(join(dist, 'made/command-line.js')).href

  write('one')
  assert.equal(isUsed(), false, 'never made')
  writeFileSync(join(dist, 'bundle.json'), JSON.stringify({ folder: 'made', files, hash }))
  assert.equal(isUsed(), true)
  write('two')
  assert.equal(isUsed(), false, 'other contents of the same length')
  rmSync(join(root, 'one.ts'))
  assert.equal(isUsed(), false, 'deleted')
  write('one')
  assert.equal(isUsed(), true, 'the contents are the same again, whatever the time of the file')
  writeFileSync(join(root, 'absent.ts'), 'three')
  assert.equal(isUsed(), false, 'a file that was absent')
})

test('the bundle answers as the sources do, finds their files, and its traces name their lines', async () => {
  execFileSync(process.execPath, [join(ROOT, 'server/build.ts')], { stdio: ['ignore', 'ignore', 'inherit'] })
  const bundle = currentBundle()
  assert.ok(bundle)
  for (const words of [['--help'], ['openapi']]) {
    assert.deepEqual(await gatehouseProcess(words, {}), await gatehouse(words, {}), words.join(' '))
  }
  // A fault that no code expects is printed with its trace.
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-bundle-'))
  mkdirSync(join(dataDir, 'postgres.log'))
  const { stderr } = await gatehouseProcess(['migrate'], { GATEHOUSE_DATA_DIR: dataDir })
  await rm(dataDir, { recursive: true })
  const [, file, line] = /at \w+ \((\/.*\/server\/src\/.*\.ts):(\d+):/.exec(stderr) ?? []
  assert.ok(file, stderr)
  assert.match(readFileSync(file, 'utf8').split('\n')[Number(line) - 1] ?? '', /\bopenSync\(/, stderr)
})

test('the program starts from its bundle without loading Node’s own fetch, which few settings and commands use', () => {
  execFileSync(process.execPath, [join(ROOT, 'server/build.ts')], { stdio: ['ignore', 'ignore', 'inherit'] })
  const list = `await import(${JSON.stringify(currentBundle())}); console.log(process.moduleLoadList.join('\\n'))`
  const loaded = execFileSync(process.execPath, ['--input-type=module', '--eval', list], { encoding: 'utf8' })
  assert.match(loaded, /^NativeModule http$/m)
  assert.doesNotMatch(loaded, /^NativeModule internal\/deps\/undici\/undici$/m)
})

test('sources find files by import.meta.url alone, which the bundle keeps, and each program that they start is in it', () => {
  const folder = dirname(fileURLToPath(currentBundle() ?? ''))
  for (const file of globSync('{server/src,contract}/**/*.ts', { cwd: ROOT })) {
    const text = readFileSync(join(ROOT, file), 'utf8')
    assert.doesNotMatch(text, /import\.meta\.(?!url\b|resolve\b)|__dirname|__filename/, file)
    for (const [, name] of text.matchAll(/new URL\(\s*['"]\.\/([\w-]+)\.ts['"]/g)) {
      assert.ok(existsSync(join(folder, `${name}.js`)), `${name} is an entry of server/build.ts`)
    }
  }
})
