/** Certificates made on the spot: an authority, and the certificates that it signs for receivers. */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'

type Authority = { name: string; key: KeyObject; cert: string }
export type Credentials = { key: string; cert: string }

export function makeAuthority(name = 'Test Authority'): Authority {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const cert = certificate({
    issuer: name,
    subject: name,
    publicKey,
    signer: privateKey,
    extensions: [authorityExtension()],
  })
  return { name, key: privateKey, cert }
}

/** A certificate for `hosts`, which are names or addresses; self-signed if there is no authority. */
export function makeCredentials(options: { hosts: string[]; authority?: Authority; validTo?: Date }): Credentials {
  const { hosts, authority, validTo } = options
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const subject = 'Test Receiver'
  const cert = certificate({
    issuer: authority?.name ?? subject,
    subject,
    publicKey,
    signer: authority?.key ?? privateKey,
    extensions: [hostsExtension(hosts)],
    ...(validTo && { validTo }),
  })
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert }
}

type Content = {
  issuer: string
  subject: string
  publicKey: KeyObject
  signer: KeyObject
  extensions: Buffer[]
  validTo?: Date
}

const ECDSA_WITH_SHA256 = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')))
const COMMON_NAME = der(0x06, Buffer.from('550403', 'hex'))
const BASIC_CONSTRAINTS = der(0x06, Buffer.from('551d13', 'hex'))
const SUBJECT_ALT_NAME = der(0x06, Buffer.from('551d11', 'hex'))

/** RFC 5280 §4.1. */
function certificate({ issuer, subject, publicKey, signer, extensions, validTo }: Content): string {
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    named(issuer),
    sequence(time(new Date('2020-01-01')), time(validTo ?? new Date('2120-01-01'))),
    named(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  )
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', toBeSigned, signer)])
  const base64 = sequence(toBeSigned, ECDSA_WITH_SHA256, der(0x03, signature)).toString('base64')
  return `-----BEGIN CERTIFICATE-----\n${base64.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`
}

function authorityExtension(): Buffer {
  return sequence(BASIC_CONSTRAINTS, der(0x01, Buffer.from([255])), der(0x04, sequence(der(0x01, Buffer.from([255])))))
}

function hostsExtension(hosts: string[]): Buffer {
  const names = hosts.map(host => {
    return isIP(host) ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host))
  })
  return sequence(SUBJECT_ALT_NAME, der(0x04, sequence(...names)))
}

function named(name: string): Buffer {
  return sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(name)))))
}

function time(at: Date): Buffer {
  return der(0x18, Buffer.from(at.toISOString().replace(/[-:T]|\.\d+/g, '')))
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts))
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
