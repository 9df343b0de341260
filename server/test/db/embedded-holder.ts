/**
 * A separate process for embedded.test.ts: it opens the database named by its argument, reports that it has, and exits when
 * told to.
 */
import { openEmbedded } from '#server/db/embedded/open-embedded.ts'

const database = await openEmbedded({ dataDir: process.argv[2]!, settings: { fsync: 'off' } })
process.stdout.write('open\n')
process.stdin.on('end', async () => {
  await database.stop()
  process.exit(0)
})
process.stdin.resume()
