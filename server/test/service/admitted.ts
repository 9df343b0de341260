/** How many calls a service has admitted. A call that has not even been read does not count as in flight. */
import { fetchReply } from '../world.ts'
import { until } from './processes.ts'

/** Waits until that many calls of the key have been admitted, as the rest of its quota shows. */
export async function untilAdmitted(url: string, key: string, calls: number): Promise<void> {
  let ours = 0
  await until(async () => {
    const { headers } = await fetchReply(`${url}/api/v1/nowhere`, { key })
    const [limit, remaining] = ['limit', 'remaining'].map(name => Number(headers.get(`x-ratelimit-${name}`)))
    return (limit as number) - (remaining as number) - ++ours >= calls
  })
}
