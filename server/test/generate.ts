/** `npm run generate`: rewrites every generated file; run it after a change of the contract or a new migration. */
import { writeFile } from 'node:fs/promises'
import { GENERATED } from './generated-files.ts'

for (const { path, make } of GENERATED) await writeFile(path, await make())
