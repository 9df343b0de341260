/** A process of its own for embedded.test.ts: opens the database named by its argument, says so, and leaves when told to. */
import { openEmbedded } from '#server/db/embedded/open-embedded.ts'

const database = await openEmbedded({ dataDir: process.argv[2]!, settings: { fsync: 'off' } })
process.stdout.write('open\n')
process.stdin.on('end', async () => {
  await database.stop()
  process.exit(0)
})
process.stdin.resume()
