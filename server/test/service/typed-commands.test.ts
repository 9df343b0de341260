/** Every command of Gatehouse that a page tells people to type exists, with each of the options that the page gives it; messages name commands in one way. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { ROOT } from '#server/bundle.ts'
import { COMMANDS, findCommand } from '#server/command-line.ts'

const PAGES = globSync(['*.md', 'docs/**/*.md', 'client/*.md', 'examples/*/*.md', 'deploy/**/*'], { cwd: ROOT })
  .filter(path => /\.\w+$/.test(path))
  .sort()
/** Where a line or a piece of code names the program, which is not where it names the account or a folder. */
const PROGRAM = /(?:^ *|bin\/|&& |exec api )gatehouse (?=[a-z-])/
/** The first words of commands that pages also name without the program, such as `key revoke`. */
const NOUNS = new Set(COMMANDS.filter(({ words }) => words.includes(' ')).map(({ words }) => words.split(' ')[0]))

test('the pages type commands that exist, with options that they take', () => {
  const typed = PAGES.flatMap(page =>
    codeIn(readFileSync(join(ROOT, page), 'utf8'))
      .flatMap(commandsIn)
      .map(words => ({ page, words })),
  )
  assert.ok(typed.length > 60, `${typed.length} commands were found`)
  for (const { page, words } of typed) {
    const said = `${page}: gatehouse ${words.join(' ')}`
    const options = words.filter(word => word.startsWith('--')).map(word => word.slice(2).split('=')[0] as string)
    const command = findCommand(words)
    if (!command) assert.match(words.join(' '), /^--(?:help|version)$/, said)
    else
      for (const option of options) assert.ok(['json', 'help', ...Object.keys(command.options)].includes(option), said)
  }
})

/** A message to somebody who uses the console of a service that others run, and cannot have typed a command. */
const TO_OTHERS = 'console/accept-invitation.ts'

test('the messages of the program name its commands in one way, which typed() writes', () => {
  const sources = globSync('**/*.ts', { cwd: join(ROOT, 'server/src') }).filter(path => path !== TO_OTHERS)
  const found = sources.flatMap(path =>
    readFileSync(join(ROOT, 'server/src', path), 'utf8')
      .split('\n')
      .filter(line => !/^ *(?:\/\/|\/?\*)/.test(line) && /`(?:bin\/)?gatehouse [a-z-]/.test(line))
      .map(line => `${path}: ${line.trim()}`),
  )
  assert.deepEqual(
    found.filter(line => !line.includes('print(`  gatehouse $')),
    [],
  )
})

test('a message names the program as it was typed, or as gatehouse if that was not a path within the folder', async () => {
  const said = async (file: string, cwd: string) => {
    const ended = await promisify(execFile)(file, ['--json', 'org', 'list'], { cwd }).catch(error => error)
    return /as in `(.*)`/.exec(ended.stderr)?.[1]
  }
  const elsewhere = join(await mkdtemp(join(tmpdir(), 'gatehouse-typed-')), 'a copy')
  try {
    await symlink(ROOT, elsewhere)
    assert.equal(await said('bin/gatehouse', ROOT), 'bin/gatehouse org list --json')
    assert.equal(await said('./gatehouse', join(ROOT, 'bin')), './gatehouse org list --json')
    assert.equal(await said('a copy/bin/gatehouse', dirname(elsewhere)), "'a copy/bin/gatehouse' org list --json")
    assert.equal(await said(join(ROOT, 'bin/gatehouse'), '/'), 'gatehouse org list --json')
  } finally {
    await rm(dirname(elsewhere), { recursive: true })
  }
})

test('a page that stops PostgreSQL waits until its servers have stopped', () => {
  const stops = PAGES.flatMap(
    page => readFileSync(join(ROOT, page), 'utf8').match(/systemctl stop \S*postgresql\S*/g) ?? [],
  )
  assert.deepEqual(new Set(stops), new Set(["systemctl stop 'postgresql@*'"]))
})

/** The lines of blocks of code, and each piece of code within a sentence. */
function codeIn(text: string): string[] {
  const blocks = [...text.matchAll(/^ *```\w*\n([\s\S]*?)^ *```/gm)].flatMap(([, block = '']) => block.split('\n'))
  const prose = text.replace(/^ *```[\s\S]*?^ *```/gm, '')
  return [...blocks, ...[...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)]
}

/** The words of each command in a piece of code, up to what the shell takes for itself. */
function commandsIn(code: string): string[][] {
  const [, ...after] = code.split(PROGRAM)
  const isShort = NOUNS.has(code.split(' ')[0]) && COMMANDS.some(({ words }) => `${code} `.startsWith(`${words} `))
  return [...(isShort ? [code] : []), ...after]
    .map(rest => rest.split(/ (?:\||&&|>|<|#|…)|;|\)/)[0] as string)
    .map(rest => rest.match(/"[^"]*"|\S+/g) ?? [])
    .filter(words => words.length > 0)
}
