/** Connects to one address that was checked before. The address is checked again here, and once more when the connection is open. */
import { connect, type Socket } from 'node:net'
import { connect as connectTls, type SecureContext } from 'node:tls'
import { readAddress } from '#server/platform/targets/address-bits.ts'
import { forbiddenRange, type TargetPolicy } from '#server/platform/targets/policy.ts'
import type { Target } from '#server/platform/targets/target.ts'
import { connectFailure, SendFailure, timeOut, tlsFailure } from './failures.ts'

type DialOptions = {
  policy: TargetPolicy
  secureContext: SecureContext
  signal: AbortSignal
  limitMs: number
}

/** Connects to `address` and nowhere else. With TLS, certificate and SNI are for the target's host. Rejects with a SendFailure. */
export async function dial(target: Target, address: string, options: DialOptions): Promise<Socket> {
  const { policy, secureContext, signal, limitMs } = options
  // Every caller has checked the address; this last step does not rely on that.
  if (forbiddenRange(policy, address)) throw refused()
  // The host is an address, so nothing is resolved; noDelay is set because a request is written at once.
  const tcp = connect({ host: address, port: target.port, noDelay: true })
  await ready(tcp, 'connect', { signal, limitMs, doing: 'connecting', failureOf: connectFailure })
  if (!isConnectedTo(tcp, address, policy)) {
    tcp.destroy()
    throw refused()
  }
  if (!target.isTls) return tcp
  // TLS reports the errors of the socket beneath it.
  tcp.on('error', () => {})
  const tls = connectTls({
    socket: tcp,
    host: target.host,
    // SNI is for names only.
    ...(target.isAddress ? {} : { servername: target.host }),
    secureContext,
    ALPNProtocols: ['http/1.1'],
    // Stated explicitly, because NODE_TLS_REJECT_UNAUTHORIZED=0 changes the default.
    rejectUnauthorized: true,
  })
  await ready(tls, 'secureConnect', { signal, limitMs, doing: 'negotiating TLS', failureOf: tlsFailure })
  return tls
}

type Waiting = { signal: AbortSignal; limitMs: number; doing: string; failureOf: (error: unknown) => SendFailure }

function ready(socket: Socket, event: 'connect' | 'secureConnect', waiting: Waiting): Promise<void> {
  const { signal, limitMs, doing, failureOf } = waiting
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const fail = (failure: SendFailure) => {
    settle()
    // Further errors of an abandoned socket are ignored.
    socket.on('error', () => {}).destroy()
    reject(failure)
  }
  const onAbort = () => fail(timeOut(limitMs, doing))
  const onError = (error: unknown) => fail(failureOf(error))
  const onClose = () => fail(failureOf(undefined))
  const onReady = () => {
    settle()
    resolve()
  }
  const settle = () => {
    socket.off(event, onReady).off('error', onError).off('close', onClose)
    signal.removeEventListener('abort', onAbort)
  }
  socket.on(event, onReady).on('error', onError).on('close', onClose)
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort)
  return promise
}

/** Whether the connection leads to the address it was meant for. 0.0.0.0, for example, leads to this machine. */
function isConnectedTo({ remoteAddress = '' }: Socket, address: string, policy: TargetPolicy): boolean {
  return readAddress(remoteAddress)?.value === readAddress(address)?.value && !forbiddenRange(policy, remoteAddress)
}

function refused(): SendFailure {
  return new SendFailure('REFUSED_ADDRESS', 'The target points to an address that webhooks must not call.')
}
