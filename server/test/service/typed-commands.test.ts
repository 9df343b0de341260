/** Every command of Gatehouse that a page tells people to type exists, with each of the options that the page gives it. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
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
