/** Folders that take long to make, such as a new database: made once in a run, and copied after that. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Makes `folder`, which does not exist yet, with `make`, or copies it from the first one of this name. */
export async function makeOrCopy(name: string, folder: string, make: () => Promise<unknown>): Promise<void> {
  const run = process.env.GATEHOUSE_TEST_DATA_DIR
  if (!run) return void (await make())
  const first = join(run, name)
  if (existsSync(first)) return copy(first, folder)
  await make()
  // Another process may copy it as soon as it has its name. If another one has made it in the meantime, that one stays.
  const stage = await mkdtemp(`${first}-`)
  await copy(folder, join(stage, 'whole'))
  await rename(join(stage, 'whole'), first).catch(() => {})
  await rm(stage, { recursive: true, force: true })
}

/** With the owner of each file, which is not root. */
const copy = async (from: string, to: string) => void (await promisify(execFile)('cp', ['-a', from, to]))
