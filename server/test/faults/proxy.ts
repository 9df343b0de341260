/** A proxy between a service and something it depends on, which disturbs the connections that go through it. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

export type TcpProxy = AsyncDisposable & {
  /** The port on 127.0.0.1 at which the proxy listens. */
  port: number
  /** Resets every open connection, and each new one, until the function that it returns is called. */
  reset(): () => void
  /** Holds back everything in both directions until the function that it returns is called. */
  stall(): () => void
  /**
   * From now on nothing passes on the connections that are open, and neither end learns of it; new ones work. The function that it returns closes
   * the far ends, as keep-alive packets do, and still tells the near ends nothing.
   */
  halfOpen(): () => void
}

type Link = { near: Socket; far: Socket; isSilent: boolean }

export async function openProxy(target: NetConnectOpts): Promise<TcpProxy> {
  const links = new Set<Link>()
  let isResetting = false
  let isStalled = false
  const server = createServer({ allowHalfOpen: true }, near => {
    near.on('error', () => {})
    if (isResetting) return void near.resetAndDestroy()
    const far = connect({ allowHalfOpen: true, ...target })
    const link = { near, far, isSilent: false }
    links.add(link)
    carry(link, near, far)
    carry(link, far, near)
    if (isStalled) hold(link)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  function carry(link: Link, from: Socket, to: Socket): void {
    from.on('error', () => {})
    from.on('data', chunk => {
      if (!link.isSilent && !to.write(chunk)) from.pause()
    })
    to.on('drain', () => void (isStalled || from.resume()))
    from.on('end', () => void (link.isSilent || to.end()))
    from.on('close', () => {
      if (link.isSilent) return
      to.destroy()
      links.delete(link)
    })
  }

  return {
    port: (server.address() as AddressInfo).port,
    reset() {
      isResetting = true
      for (const { near, far, isSilent } of links) {
        if (isSilent) continue
        near.resetAndDestroy()
        far.destroy()
      }
      return () => {
        isResetting = false
      }
    },
    stall() {
      isStalled = true
      for (const link of links) hold(link)
      return () => {
        isStalled = false
        for (const { near, far } of links) {
          near.resume()
          far.resume()
        }
      }
    },
    halfOpen() {
      const silent = [...links]
      for (const link of silent) link.isSilent = true
      return () => {
        for (const { far } of silent) far.destroy()
      }
    },
    async [Symbol.asyncDispose]() {
      server.close()
      for (const { near, far } of links) {
        near.destroy()
        far.destroy()
      }
      await once(server, 'close')
    },
  }
}

function hold({ near, far }: Link): void {
  near.pause()
  far.pause()
}
