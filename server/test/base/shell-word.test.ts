/** Paths in commands to type: a shell reads each as the one word that it is. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { shellWord } from '#server/base/shell-word.ts'

test('a shell reads a path as it is, whatever is in it, and a plain one is not quoted', () => {
  for (const path of [
    "/srv/it's a folder",
    '/srv/$HOME/`id`',
    '/srv/a "b"; rm -r *',
    '/srv/a\\b\nc',
    '/srv/é',
    '/srv/plain-1.0_x',
  ])
    assert.equal(execFileSync('sh', ['-c', `printf %s ${shellWord(path)}`], { encoding: 'utf8' }), path)
  assert.equal(shellWord('/srv/plain-1.0_x'), '/srv/plain-1.0_x')
})
