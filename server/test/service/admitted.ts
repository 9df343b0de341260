/** How many calls have come in at a service: one that has not even been read is not in flight. */
import { fetchReply } from '../world.ts'
import { until } from './processes.ts'

/** Waits until so many calls of the key have been let in, by what is left of its quota. */
export async function admitted(url: string, key: string, calls: number): Promise<void> {
  let ours = 0
  await until(async () => {
    const { headers } = await fetchReply(`${url}/api/v1/nowhere`, { key })
    const [limit, remaining] = ['limit', 'remaining'].map(name => Number(headers.get(`x-ratelimit-${name}`)))
    return (limit as number) - (remaining as number) - ++ours >= calls
  })
}
