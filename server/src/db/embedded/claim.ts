/** Lets one `serve` at a time use a data folder, and tells a second one which process has it and where. */
import { connect } from 'node:net'
import { join } from 'node:path'
import { Refusal } from '#server/base/refusal.ts'
import { listenAlone } from './unix-lock.ts'

type ServerInfo = { pid: number; url: string }
export type Claim = { claimed: true; release(): void } | { claimed: false; info: ServerInfo }

const REPLY_LIMIT = 4096
const REPLY_TIMEOUT_MS = 2_000
const ATTEMPTS = 3

/** Claims a data folder. `socketDir` is the folder that openEmbedded or openSocketDir returns. The claim ends with `release` or with the process. */
export async function claimServer(socketDir: string, info: ServerInfo): Promise<Claim> {
  const path = join(socketDir, 'server.sock')
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const server = await listenAlone(path, socket => socket.end(JSON.stringify(info)))
    if (server) return { claimed: true, release: () => void server.close() }
    const holder = await askHolder(path)
    if (holder) return { claimed: false, info: holder }
  }
  throw new Refusal(
    'unavailable',
    `Another process serves this data folder, but does not answer on ${path}. Stop it and start again.`,
  )
}

/** Asks the holder of the claim for information about itself; undefined if it has just ended, or if its answer cannot be read. */
function askHolder(path: string): Promise<ServerInfo | undefined> {
  return new Promise(resolve => {
    let reply = ''
    const socket = connect(path).setEncoding('utf8').setTimeout(REPLY_TIMEOUT_MS)
    socket.on('data', text => {
      reply += text
      if (reply.length > REPLY_LIMIT) socket.destroy()
    })
    socket.on('timeout', () => socket.destroy())
    socket.on('error', () => {})
    socket.on('close', () => resolve(readInfo(reply)))
  })
}

function readInfo(reply: string): ServerInfo | undefined {
  try {
    const { pid, url } = JSON.parse(reply)
    return typeof pid === 'number' && typeof url === 'string' ? { pid, url } : undefined
  } catch {
    return undefined
  }
}
