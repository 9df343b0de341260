/** `npm run bench -- NAME [options]`: runs one benchmark; without a name, says which there are. */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'

const names = globSync('*.ts', { cwd: import.meta.dirname })
  .map(file => file.replace('.ts', ''))
  .filter(name => name !== 'run')
  .sort()
const [name = '', ...options] = process.argv.slice(2)

if (names.includes(name)) {
  const { status } = spawnSync(process.execPath, [`${import.meta.dirname}/${name}.ts`, ...options], {
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
} else {
  process.stderr.write(`npm run bench -- NAME, where NAME is one of ${names.join(', ')}\n`)
  process.exitCode = 2
}
