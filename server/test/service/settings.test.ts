/** The environment as settings: which values are accepted, and which are refused with a sentence that explains how to correct them. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Refusal } from '#server/base/refusal.ts'
import { type Config, describeUnknown, readConfig } from '#server/config.ts'

const plainMail = { isSecure: false, user: '', password: '', from: 'office@maple.example' }
const twilio = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'hunter2', TWILIO_FROM: '+16145550100' }
const account = { accountSid: 'AC1', authToken: 'hunter2', from: '+16145550100' }

describe('accepted settings', () => {
  const cases: [NodeJS.ProcessEnv, Partial<Config>][] = [
    [{}, { port: 8080, host: '127.0.0.1', environment: 'development', trustProxy: [] }],
    [
      { PORT: '0', HOST: ' ::1 ' },
      { port: 0, host: '::1' },
    ],
    [{ HOST: 'localhost' }, { host: '127.0.0.1' }],
    [{ HOST: '[::1]' }, { host: '::1' }],
    [{ HOST: '127.9.9.9' }, { host: '127.9.9.9' }],
    [
      { HOST: '0.0.0.0', GATEHOUSE_ENV: 'development' },
      { host: '0.0.0.0', environment: 'development' },
    ],
    [
      { HOST: '::', GATEHOUSE_ENV: 'production' },
      { host: '::', environment: 'production' },
    ],
    [{ DATABASE_URL: '' }, { databaseUrl: undefined }],
    [{ DATABASE_URL: 'postgres://u:p@db/name' }, { databaseUrl: 'postgres://u:p@db/name' }],
    [{ DATABASE_URL: 'postgres://u:p,q@db/a,b' }, { databaseUrl: 'postgres://u:p,q@db/a,b' }],
    [{ DATABASE_URL: 'postgresql://u@/name?host=/run/pg' }, { databaseUrl: 'postgresql://u@/name?host=/run/pg' }],
    [{ REDIS_URL: 'rediss://:p@cache:6380/1' }, { redisUrl: 'rediss://:p@cache:6380/1' }],
    [{ TRUST_PROXY: '10.0.0.0/8, 2001:db8::1,' }, { trustProxy: ['10.0.0.0/8', '2001:db8::1'] }],
    [{ PUBLIC_URL: 'https://Gatehouse.example.com:443/' }, { publicUrl: 'https://gatehouse.example.com' }],
    [{ WEBHOOK_ALLOWED_CIDRS: '10.0.0.0/8, 127.0.0.1' }, { webhookAllowedCidrs: ['10.0.0.0/8', '127.0.0.1'] }],
    [{ IMPORT_SECONDS: '55' }, { importSeconds: 55 }],
    [{ WEBHOOK_RETRY_SCHEDULE: '' }, { webhookRetrySchedule: undefined }],
    [{ WEBHOOK_RETRY_SCHEDULE: '0s, 5m,2h,1d' }, { webhookRetrySchedule: [0, 300_000, 7_200_000, 86_400_000] }],
    [
      { MAIL_FROM: 'office@maple.example', TWILIO_URL: 'http://127.0.0.1:1' },
      { mail: undefined, twilio: undefined },
    ],
    [
      { SMTP_URL: 'smtp://localhost' },
      { mail: { ...plainMail, host: 'localhost', port: undefined, from: 'gatehouse@localhost' } },
    ],
    [
      {
        SMTP_URL: 'smtps://a%40b:p%25%3A%2F@[::1]:2465/',
        MAIL_FROM: 'office@maple.example',
        GATEHOUSE_ENV: 'production',
      },
      { mail: { ...plainMail, host: '::1', port: 2465, isSecure: true, user: 'a@b', password: 'p%:/' } },
    ],
    [twilio, { twilio: { ...account, url: 'https://api.twilio.com' } }],
    [{ ...twilio, TWILIO_URL: 'http://127.0.0.1:1' }, { twilio: { ...account, url: 'http://127.0.0.1:1' } }],
  ]
  for (const [environment, expected] of cases) {
    test(JSON.stringify(environment), () => {
      const config = readConfig(environment)
      assert.deepEqual({ ...config, ...expected }, config)
      assert.ok(Object.isFrozen(config))
    })
  }
})

describe('refused settings', () => {
  const cases: [NodeJS.ProcessEnv, RegExp][] = [
    [{ HOST: '0.0.0.0' }, /HOST 0\.0\.0\.0 is open to others.*GATEHOUSE_ENV=production/],
    [{ HOST: '::' }, /GATEHOUSE_ENV/],
    [{ HOST: '192.168.1.5' }, /GATEHOUSE_ENV/],
    [{ HOST: 'example.com' }, /GATEHOUSE_ENV/],
    [{ GATEHOUSE_ENV: 'staging' }, /development or production/],
    [{ PORT: '65536' }, /0 to 65535/],
    [{ PORT: '-1' }, /0 to 65535/],
    [{ PORT: '80a' }, /0 to 65535/],
    [{ PORT: '8e3' }, /0 to 65535/],
    [{ DATABASE_URL: 'mysql://u@db/name' }, /DATABASE_URL must begin with postgres:\/\//],
    [{ DATABASE_URL: 'postgres://u@db/name?sslmode=requre' }, /DATABASE_URL has an unknown sslmode: use verify-full, /],
    ...['hunter#2', '1#2', '1/2', '%41/b'].map((password): [Record<string, string>, RegExp] => [
      { DATABASE_URL: `postgres://u:${password}@db/name` },
      /DATABASE_URL is not a valid URL: percent-encode characters such as #, \/ and @ in the password, as %23/,
    ]),
    ...['u:p@db1:5432,db2:5432/name?target_session_attrs=primary', 'db1,db2/name', 'u:p@/name?host=db1,db2'].map(
      (rest): [Record<string, string>, RegExp] => [
        { DATABASE_URL: `postgres://${rest}` },
        /DATABASE_URL names several hosts: name one address that always leads to the primary/,
      ],
    ),
    [{ REDIS_URL: 'redis://:p#q@cache:6379' }, /REDIS_URL is not a valid URL/],
    [{ REDIS_URL: 'cache:6379' }, /REDIS_URL must begin with redis:\/\//],
    [
      { REDIS_URL: 'http://u:hunter2@cache' },
      /REDIS_URL must begin with redis:\/\/ or rediss:\/\/, and begins with http:\/\/\.$/,
    ],
    [{ GATEHOUSE_ROOT_KEY: 'hunter2' }, /^GATEHOUSE_ROOT_KEY must be id:key/],
    [{ METRICS_TOKEN: '"hunter2"' }, /^METRICS_TOKEN has quotes around its value, .* Remove them\.$/],
    [{ PORT: "'8080'" }, /^PORT has quotes around its value/],
    [
      { DATABASE_URL: '"mysql://u:hunter2@db/x"' },
      /^2 settings cannot be used:\n {2}DATABASE_URL has quotes.*\n {2}DATABASE_URL must begin/,
    ],
    [
      { PORT: '0x50', DRAIN_SECONDS: '90' },
      /^2 settings cannot be used:\n {2}PORT is 0x50; .*\n {2}DRAIN_SECONDS is 90; .*\.$/,
    ],
    [
      { PUBLIC_URL: 'https://example.com/console' },
      /such as https:\/\/gatehouse\.example\.com, and is https:\/\/example\.com\/console\.$/,
    ],
    [{ FILES_LIMIT_GB: '0' }, /^FILES_LIMIT_GB is 0; it must be a number above 0, and 1000000 at most\.$/],
    [{ S3_BUCKET: 'Maple Files' }, /S3_BUCKET is Maple Files; a bucket is named with 2 to 63 lowercase letters/],
    [{ TRUST_PROXY: '10.0.0.0/8,loopback' }, /TRUST_PROXY holds loopback/],
    [{ TRUST_PROXY: '10' }, /TRUST_PROXY holds 10/],
    [{ PUBLIC_URL: 'gatehouse.example.com' }, /PUBLIC_URL must be an address without a path/],
    [{ PUBLIC_URL: 'https://example.com/console' }, /PUBLIC_URL/],
    [{ PUBLIC_URL: 'ftp://example.com' }, /PUBLIC_URL/],
    [{ TRUST_PROXY: 'true' }, /TRUST_PROXY/],
    [{ WEBHOOK_ALLOWED_CIDRS: '10.0.0.0/33' }, /WEBHOOK_ALLOWED_CIDRS holds 10\.0\.0\.0\/33/],
    [{ IMPORT_SECONDS: '29' }, /IMPORT_SECONDS is 29; it must be 30 to 55/],
    [{ IMPORT_SECONDS: '60' }, /30 to 55/],
    [{ IMPORT_SECONDS: '40s' }, /30 to 55/],
    [{ WEBHOOK_RETRY_SCHEDULE: '0s,1w' }, /WEBHOOK_RETRY_SCHEDULE holds 1w/],
    [{ WEBHOOK_RETRY_SCHEDULE: '0s,' }, /WEBHOOK_RETRY_SCHEDULE holds nothing/],
    [{ WEBHOOK_RETRY_SCHEDULE: '-1s' }, /WEBHOOK_RETRY_SCHEDULE holds -1s/],
    [{ SMTP_URL: 'http://mail' }, /SMTP_URL must begin with smtp:\/\/ or smtps:\/\//],
    [{ SMTP_URL: 'smtp://' }, /SMTP_URL must look like smtp:/],
    [{ SMTP_URL: 'smtp://mail:99999' }, /SMTP_URL must look like smtp:/],
    [{ SMTP_URL: 'smtp://u:%zz@mail' }, /SMTP_URL has a % .* write %25/],
    [{ SMTP_URL: 'smtp://mail?logger=true&debug=true' }, /SMTP_URL must not have a question mark and options/],
    [{ SMTP_URL: 'smtp://mail', GATEHOUSE_ENV: 'production' }, /MAIL_FROM must be set to the address/],
    [
      { SMTP_URL: 'smtp://mail', MAIL_FROM: 'Maple <office@maple.example>' },
      /MAIL_FROM .* one address and nothing else/,
    ],
    [{ ...twilio, TWILIO_FROM: '' }, /^TWILIO_FROM must be set too/],
    [{ TWILIO_AUTH_TOKEN: 'x' }, /^TWILIO_ACCOUNT_SID and TWILIO_FROM must be set too/],
    [{ ...twilio, TWILIO_URL: 'ftp://twilio' }, /TWILIO_URL must begin with https:\/\//],
    [{ ...twilio, TWILIO_URL: 'https://' }, /TWILIO_URL must look like/],
  ]
  for (const [environment, sentence] of cases) {
    test(JSON.stringify(environment), () => {
      assert.throws(
        () => readConfig(environment),
        (error: unknown) => error instanceof Refusal && sentence.test(error.message),
      )
    })
  }

  test('without repeating what may be a password', () => {
    for (const name of ['DATABASE_URL', 'REDIS_URL', 'SMTP_URL', 'TWILIO_URL', 'PUBLIC_URL', 'S3_ENDPOINT']) {
      assert.throws(
        () => readConfig({ [name]: 'gopher://u:hunter2@x' }),
        (error: unknown) => error instanceof Refusal && !error.message.includes('hunter2'),
      )
    }
  })
})

test('a name that is one of ours but for a letter is an unknown setting, and one of another program is not', () => {
  const misspelled = [
    'SMPT_URL',
    'SMTP_URI',
    'MAIL_FORM',
    'REDIS_UR',
    'PUBLIC_URLS',
    'metrics_port',
    'GATEHOUSE_ROOT',
    'TRUST_PROXIES',
    'TRUSTED_PROXY',
    'FILES_LIMIT_MB',
    'MEMORY_LIMIT_GB',
  ]
  const others = ['PUBLIC_HOST', 'DATABASE_PASSWORD', 'POSTGRES_PASSWORD', 'HOSTS', 'PORTS', 'UPSTREAM', 'SMTP_HOST']
  const environment = Object.fromEntries([...misspelled, ...others].map(name => [name, 'x']))
  assert.deepEqual(readConfig(environment).unknownSettings, misspelled)
})

test('what is said about a misspelled setting names the one that was meant', () => {
  const meant = {
    SMPT_URL: 'SMTP_URL',
    GATEHOUSE_DATADIR: 'GATEHOUSE_DATA_DIR',
    GATEHOUSE_PORT: 'PORT',
    gatehouse_env: 'GATEHOUSE_ENV',
    GATEHOUSE_ROOTKEY: 'GATEHOUSE_ROOT_KEY',
    GATEHOUSE_DATABASE_URL: 'DATABASE_URL',
  }
  for (const [name, setting] of Object.entries(meant)) {
    assert.equal(describeUnknown(name), `${name} is not a setting, so it has no effect. Did you mean ${setting}?`)
  }
  assert.equal(describeUnknown('GATEHOUSE_COLOR'), 'GATEHOUSE_COLOR is not a setting, so it has no effect.')
})
