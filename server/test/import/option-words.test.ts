/** The messages of an import name an option as the form of the console labels it. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '#server/bundle.ts'
import { importCommand } from '#server/commands/import.ts'
import { AS_OF, CLOSE_MISSING, LAYOUT } from '#server/import/option-words.ts'

const form = readFileSync(join(ROOT, 'console/src/import/choose-file.tsx'), 'utf8')

test('an option is named by its label in the console and its flag on the command line', () => {
  for (const words of [AS_OF, CLOSE_MISSING, LAYOUT]) {
    const [, label, flag] = /^“(.+)” \(--(.+)\)$/.exec(words) ?? []
    assert.ok(form.includes(`"${label}"`), label)
    assert.ok(flag !== undefined && flag in importCommand.options, flag)
  }
})

test('no other message that the console shows names a flag alone', () => {
  const folder = join(ROOT, 'server/src/import')
  // These write what only the command line shows: the lines of a report, and mistakes in a mapping file.
  const ofCommandLine = new Set([
    'option-words.ts',
    'report.ts',
    'report-lines.ts',
    'rows/report.ts',
    'read/mapping.ts',
  ])
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || ofCommandLine.has(file)) continue
    const flags = readFileSync(join(folder, file), 'utf8').match(/(?<!\()--(?!write-map)[a-z]+[a-z-]*/g) ?? []
    assert.deepEqual(flags, [], file)
  }
})
