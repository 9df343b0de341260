/**
 * Finds the commit of the last release. `npm version` writes `server/released.json` in the commit of a release (see release.ts), so the commit that first
 * has the version of that file is the release, also in a clone without tags.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const RELEASED = 'server/released.json'

/** The commit of the release that the checkout in `root` knows of, or the reason why there is none to be found. */
export function findRelease(root: string): { commit: string } | { reason: string } {
  const { version } = readReleased(readFileSync(join(root, RELEASED), 'utf8'))
  if (version === null) return { reason: 'nothing has been released yet' }
  if (!existsSync(join(root, '.git'))) return { reason: 'this is not a checkout of git' }
  const commit = commitThatReleased(root, version) ?? commitOf(root, `v${version}`)
  if (commit !== undefined) return { commit }
  const isShallow = git(root, 'rev-parse', '--is-shallow-repository') === 'true'
  return {
    reason: isShallow
      ? `this clone is shallow and has neither the commit of release ${version} nor its tag; fetch both with git fetch --unshallow`
      : `the commit that released ${version} is not in the history of this checkout, and there is no tag v${version}`,
  }
}

/** The commit that `name` refers to, or undefined if there is none. */
export function commitOf(root: string, name: string): string | undefined {
  return git(root, 'rev-parse', '--verify', '--quiet', `${name}^{commit}`)
}

/**
 * The oldest of the newest commits of the file that have this version, because a later commit may only have formatted it. At the end of a shallow
 * history, a commit seems to add every file, so it says nothing.
 */
function commitThatReleased(root: string, version: string): string | undefined {
  const commits = git(root, 'log', '--format=%H', '--', RELEASED)?.split('\n') ?? []
  const next = commits.findIndex(commit => versionIn(root, commit) !== version)
  const found = commits[(next === -1 ? commits.length : next) - 1]
  return found === undefined || hasNoParent(root, found) ? undefined : found
}

function versionIn(root: string, commit: string): string | null | undefined {
  const text = git(root, 'show', `${commit}:${RELEASED}`)
  return text === undefined ? undefined : readReleased(text).version
}

function hasNoParent(root: string, commit: string): boolean {
  return commitOf(root, `${commit}^`) === undefined
}

function readReleased(text: string): { version: string | null; migration: number } {
  return JSON.parse(text)
}

/** What git prints, or undefined if it fails or does not exist. */
function git(root: string, ...words: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}
