/** A program: calls the URL it is given once, in development, and prints what came of it. */
import { MESSAGE, testSender } from './receivers.ts'

using sender = await testSender({ limitMs: 60_000 })
process.stdout.write(JSON.stringify(await sender.send(process.argv[2] as string, MESSAGE)))
