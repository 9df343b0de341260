/** How a webhook's URL may be written. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Refusal } from '#server/base/refusal.ts'
import { targetPolicy } from '#server/platform/targets/policy.ts'
import { readTarget, type Target } from '#server/platform/targets/target.ts'

const production = targetPolicy({ environment: 'production', webhookAllowedCidrs: [] })
const development = targetPolicy({ environment: 'development', webhookAllowedCidrs: [] })

const LABEL_63 = 'a'.repeat(63)
const NAME_253 = `${`${LABEL_63}.`.repeat(3)}${'a'.repeat(61)}`

const TAKEN: [url: string, expected: Partial<Target>][] = [
  [
    'https://example.com',
    { isTls: true, host: 'example.com', port: 443, path: '/', origin: 'https://example.com:443' },
  ],
  ['HTTPS://EXAMPLE.com/Hook?a=B#part', { host: 'example.com', path: '/Hook?a=B' }],
  ['https://example.com:8443/', { port: 8443, origin: 'https://example.com:8443' }],
  ['https://example.com:443/', { port: 443, origin: 'https://example.com:443' }],
  ['https://example.com:65535', { port: 65_535 }],
  ['https://example.com:/x', { port: 443, path: '/x' }],
  ['https://example.com.', { host: 'example.com' }],
  ['https://EXAMPLE.COM./x', { host: 'example.com' }],
  ['https://münchen.example/', { host: 'xn--mnchen-3ya.example' }],
  ['https://xn--mnchen-3ya.example/', { host: 'xn--mnchen-3ya.example' }],
  ['https://my_hooks.example.com', { host: 'my_hooks.example.com' }],
  ['https://localhost', { host: 'localhost', isAddress: false }],
  ['https://ⓛocalhost', { host: 'localhost' }],
  ['https://93.184.215.14', { host: '93.184.215.14', isAddress: true }],
  ['https://0x5db8d70e', { host: '93.184.215.14', isAddress: true }],
  [
    'https://[2606:4700::1111]:8443/',
    { host: '2606:4700::1111', isAddress: true, origin: 'https://[2606:4700::1111]:8443' },
  ],
  ['https://example.com/a@b?c@d#e@f', { host: 'example.com', path: '/a@b?c@d' }],
  ['https://example.com?x=//a', { host: 'example.com', path: '/?x=//a' }],
  ['https://example.com#@127.0.0.1', { host: 'example.com', path: '/' }],
  ['https://example.com/%0d%0aHost:%20x', { path: '/%0d%0aHost:%20x' }],
  ['https://example.com/ü?ü', { path: '/%C3%BC?%C3%BC' }],
  ['https://example.com/../../x', { path: '/x' }],
  [`https://${LABEL_63}.example`, { host: `${LABEL_63}.example` }],
  [`https://${NAME_253}/`, { host: NAME_253 }],
  [`https://example.com/${'a'.repeat(2_028)}`, {}],
]

describe('accepted targets', () => {
  for (const [url, expected] of TAKEN) {
    test(shown(url), () => {
      for (const policy of [production, development]) {
        const target = readTarget(url, policy)
        assert.deepEqual({ ...target, ...expected }, target)
      }
    })
  }

  test('http:// is accepted in development only', () => {
    const { isTls, port, origin } = readTarget('http://example.com/', development)
    assert.deepEqual({ isTls, port, origin }, { isTls: false, port: 80, origin: 'http://example.com:80' })
    assert.throws(() => readTarget('http://example.com/', production), refusal(/must begin with https:\/\/ and/))
  })
})

const SCHEME = /must begin with https:\/\//
const CHARACTERS = /must not contain white space/
const USER = /must not contain a user name or password/
const NO_ADDRESS = /is not an address such as/
const NO_HOST = /names a host that cannot exist/

const REFUSED: [url: string, sentence: RegExp][] = [
  ['', SCHEME],
  ['example.com', SCHEME],
  ['//example.com', SCHEME],
  ['https:example.com', SCHEME],
  ['https:/example.com', SCHEME],
  ['https:///example.com', SCHEME],
  ['https://', SCHEME],
  ['https://?x', SCHEME],
  ['ftp://example.com', SCHEME],
  ['file:///etc/passwd', SCHEME],
  ['gopher://example.com', SCHEME],
  ['httpsx://example.com', SCHEME],
  ['javascript:alert(1)', SCHEME],
  ['data:text/plain,x', SCHEME],
  ['unix:/run/docker.sock', SCHEME],
  ['blob:https://example.com/x', SCHEME],
  ['view-source:https://example.com', SCHEME],
  ['https:\\\\example.com', CHARACTERS],
  ['https://example.com/\u202emoc.elpmaxe', CHARACTERS],
  ['https://example.com/\u2066x', CHARACTERS],
  ['https://example.com\\@evil.example', CHARACTERS],
  ['https://evil.example\\.example.com', CHARACTERS],
  [' https://example.com', CHARACTERS],
  ['https://example.com ', CHARACTERS],
  ['https://exam ple.com', CHARACTERS],
  ['https://exam\tple.com', CHARACTERS],
  ['ht\ntps://example.com', CHARACTERS],
  ['https://example.com/\r\nHost: evil.example', CHARACTERS],
  ['https://example.com/a\u00a0b', CHARACTERS],
  ['https://example.com/a\u2028b', CHARACTERS],
  ['https://example.com\0.evil.example', CHARACTERS],
  ['https://example.com/\x7f', CHARACTERS],
  ['https://example.com/\x85', CHARACTERS],
  ['https://user@example.com', USER],
  ['https://user:secret@example.com', USER],
  ['https://@example.com', USER],
  ['https://:@example.com', USER],
  ['https://example.com@127.0.0.1', USER],
  ['https://example.com:443@127.0.0.1:80/', USER],
  ['https://example.com%40127.0.0.1', NO_ADDRESS],
  ['https://a@b@c', USER],
  ['https://example.com:0', /must name a port from 1 to 65535, or none/],
  ['https://example.com:00', /must name a port from 1 to 65535, or none/],
  ['https://example.com:65536', /must name a port from 1 to 65535, or none/],
  ['https://[2606:4700::1111]:99999999999', /must name a port from 1 to 65535, or none/],
  ['https://example.com:-1', NO_ADDRESS],
  ['https://example.com:80:80', NO_ADDRESS],
  ['https://example.com:https', NO_ADDRESS],
  ['https://256.1.1.1', NO_ADDRESS],
  ['https://1.2.3.4.5', NO_ADDRESS],
  ['https://0x100000000', NO_ADDRESS],
  ['https://4294967296', NO_ADDRESS],
  ['https://example.0x7f', NO_ADDRESS],
  ['https://[::1', NO_ADDRESS],
  ['https://[]', NO_ADDRESS],
  ['https://[1::2::3]', NO_ADDRESS],
  ['https://[::1]x', NO_ADDRESS],
  ['https://[fe80::1%eth0]', NO_ADDRESS],
  ['https://[fe80::1%25eth0]', NO_ADDRESS],
  ['https://[::1%251]', NO_ADDRESS],
  ['https://[v1.x]', NO_ADDRESS],
  ['https://::1', NO_ADDRESS],
  ['https://exa%00mple.com', NO_ADDRESS],
  ['https://exa%mple.com', NO_ADDRESS],
  ['https://exa<mple.com', NO_ADDRESS],
  ['https://.', NO_HOST],
  ['https://..', NO_HOST],
  ['https://.example.com', NO_HOST],
  ['https://example..com', NO_HOST],
  ['https://example.com..', NO_HOST],
  ['https://-example.com', NO_HOST],
  ['https://example-.com', NO_HOST],
  ['https://exam+ple.com', NO_HOST],
  ["https://exam'ple.com", NO_HOST],
  ['https://exam$(id).com', NO_HOST],
  ['https://*.example.com', NO_HOST],
  ['https://a,b', NO_HOST],
  [`https://a${LABEL_63}.example`, NO_HOST],
  [`https://a${NAME_253}/`, NO_HOST],
  [`https://example.com/${'a'.repeat(2_029)}`, /must be at most 2048 characters long/],
]

describe('refused targets', () => {
  for (const [url, sentence] of REFUSED) {
    test(shown(url), () => {
      for (const policy of [production, development]) {
        assert.throws(() => readTarget(url, policy), refusal(sentence))
      }
    })
  }

  test('a refusal does not repeat a password', () => {
    assert.throws(
      () => readTarget('https://user:hunter2@example.com', production),
      (error: unknown) =>
        error instanceof Refusal && !JSON.stringify([error.message, error.details]).includes('hunter2'),
    )
  })
})

function refusal(sentence: RegExp): (error: unknown) => boolean {
  return error => {
    assert.ok(error instanceof Refusal, String(error))
    assert.equal(error.code, 'invalid_request')
    assert.match(error.message, sentence)
    assert.equal(error.message, `target_url ${error.details?.[0]?.message}.`)
    assert.equal(error.details?.[0]?.path, 'target_url')
    return true
  }
}

function shown(url: string): string {
  return JSON.stringify(url.length > 100 ? `${url.slice(0, 30)}… ${url.length} characters` : url)
}
