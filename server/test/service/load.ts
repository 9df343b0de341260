/** Many calls at once, a fixed number of them in flight, and the outcome of each. */

export type Answered = { requestId: string; status: number }

/** Makes the calls of `calls` in order, with `inFlight` of them in flight at any time; resolves with the replies that arrived completely. */
export async function load(
  calls: readonly (() => Promise<Response>)[],
  inFlight: number,
  onReply: (count: number) => void = () => {},
): Promise<Answered[]> {
  const answered: Answered[] = []
  let next = 0
  async function runLane(): Promise<void> {
    for (let call = calls[next++]; call; call = calls[next++]) {
      try {
        const reply = await call()
        await reply.arrayBuffer()
        answered.push({ requestId: reply.headers.get('x-request-id') ?? '', status: reply.status })
        onReply(answered.length)
      } catch {
        // The service is down, so this caller never learned how its call ended.
      }
    }
  }
  await Promise.all(Array.from({ length: inFlight }, runLane))
  return answered
}
