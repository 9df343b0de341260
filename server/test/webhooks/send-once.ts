/** A program that calls the given URL once, in development, and prints the outcome. */
import { MESSAGE, testSender } from './receivers.ts'

using sender = await testSender({ limitMs: 60_000 })
process.stdout.write(JSON.stringify(await sender.send(process.argv[2] as string, MESSAGE)))
