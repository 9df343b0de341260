/** Sends raw bytes to the service over a socket, for requests that no client would send. */
import { connect } from 'node:net'
import type { Reply } from './world.ts'

const PATIENCE_MS = 60_000

/** Sends `bytes` as they are and reads until the service closes; resolves with undefined when it answers nothing. */
export function sendRaw(baseUrl: string, bytes: string): Promise<Reply | undefined> {
  const { port, hostname } = new URL(baseUrl)
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(Number(port), hostname, () => socket.write(Buffer.from(bytes, 'latin1')))
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error(`no end of the reply: ${received.slice(0, 200)}`)))
    socket.on('data', chunk => {
      received += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(received === '' ? undefined : readReply(received)))
  })
}

/** A request with the headers it needs, after which the connection closes. */
export function request(line: string, headers: Record<string, string> = {}, body = ''): string {
  const all = { host: 'localhost', connection: 'close', ...headers }
  return `${line} HTTP/1.1\r\n${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n${body}`
}

function readReply(received: string): Reply {
  const end = received.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = received.slice(0, end).split('\r\n')
  const text = received.slice(end + 4)
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: new Headers(lines.map(line => line.split(/: (.*)/s).slice(0, 2) as [string, string])),
    text,
    body: text.startsWith('{') ? JSON.parse(text) : {},
  }
}
