/** `npm run bench -- NAME [options]`: runs one benchmark; without a name, all of them but `report`, which runs others. */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'

const names = globSync('*.ts', { cwd: import.meta.dirname })
  .map(file => file.replace('.ts', ''))
  .filter(name => name !== 'run')
  .sort()
const [name, ...options] = process.argv.slice(2)
const chosen = name === undefined ? names.filter(known => known !== 'report') : names.filter(known => known === name)

for (const benchmark of chosen) {
  const { status } = spawnSync(process.execPath, [`${import.meta.dirname}/${benchmark}.ts`, ...options], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = status ?? 1
}
if (chosen.length === 0) {
  process.stderr.write(`npm run bench -- NAME, where NAME is one of ${names.join(', ')}\n`)
  process.exitCode = 2
}
