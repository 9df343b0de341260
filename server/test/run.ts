/** `npm test`: format and lint, types, then every test file, all against one real PostgreSQL that lives as long as the run. */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestCluster } from './cluster.ts'

const files = process.argv.slice(2)
const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-tests-'))
const cluster = await openTestCluster(dataDir)
try {
  if (files.length === 0) {
    run('biome', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'])
    run('types', ['node_modules/typescript/bin/tsc', '-p', '.'])
    run('types of the console', ['node_modules/typescript/bin/tsc', '-p', 'console'])
  }
  run('build of the console', ['console/build.ts'])
  const chosen = files.length > 0 ? files : globSync('server/test/**/*.test.ts').sort()
  run('tests', ['--test', '--test-concurrency=2', '--test-timeout=300000', ...chosen])
} finally {
  await cluster.stop()
  for (const folder of [dataDir, cluster.connection.host]) await rm(folder, { recursive: true, force: true })
}

function run(name: string, args: string[]): void {
  if (process.exitCode) return
  const { status } = spawnSync(process.execPath, args, {
    stdio: 'inherit',
    env: { ...process.env, GATEHOUSE_TEST_DATA_DIR: dataDir },
  })
  if (status === 0) return
  process.stderr.write(`npm test: ${name} failed\n`)
  process.exitCode = 1
}
