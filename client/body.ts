/** The body of a response as text, and what it means if it does not arrive. */
import { ApiError, brokenOff } from './errors.ts'
import type { TimeLimit } from './time-limit.ts'

/** The text of the body, piece by piece as it arrives; ends the time limit. */
async function* textsOf(reply: Response, limit: TimeLimit): AsyncGenerator<string, void, undefined> {
  const reader = reply.body?.getReader()
  const decoder = new TextDecoder()
  let isOver = reader === undefined
  try {
    while (reader && !isOver) {
      const { done, value } = await limit.within(reader.read())
      isOver = done
      yield decoder.decode(value, { stream: !done })
    }
  } catch {
    throw failureOf(limit, () => brokenOff(reply))
  } finally {
    limit.end()
    if (!isOver) await reader?.cancel().catch(() => {})
  }
}

export async function textOf(reply: Response, limit: TimeLimit): Promise<string> {
  let text = ''
  for await (const piece of textsOf(reply, limit)) text += piece
  return text
}

/** JSON that was sent completely; a stream that fails midway is reset, so a partial body never parses. */
export async function jsonOf(reply: Response, limit: TimeLimit): Promise<unknown> {
  return parsed(await textOf(reply, limit), reply)
}

/** What is not JSON broke off, or a proxy wrote it. */
function parsed(text: string, reply: Response): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw brokenOff(reply)
  }
}

/** Lines of JSON, each as soon as it is complete. */
export async function* linesOf(reply: Response, limit: TimeLimit): AsyncGenerator<unknown, void, undefined> {
  let rest = ''
  for await (const text of textsOf(reply, limit)) {
    const lines = `${rest}${text}`.split('\n')
    rest = lines.pop()!
    for (const line of lines) yield parsed(line, reply)
  }
  if (rest !== '') throw brokenOff(reply)
}

/** Why a request or the reading of its response failed: the caller aborted it, the service was silent, or `other`. */
export function failureOf(limit: TimeLimit, other: () => ApiError): unknown {
  if (limit.hasPassed()) return new ApiError(0, 'timeout', 'The service did not answer in time. Try again.')
  return limit.signal.aborted ? limit.signal.reason : other()
}
