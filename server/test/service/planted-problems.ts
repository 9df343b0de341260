/** Problems that the doctor must find: the type of a planted problem, and the problems that consist only of settings, options or statements. */
import { fileURLToPath } from 'node:url'
import type { Settings } from './processes.ts'

export type Planted = {
  what: string
  check: string
  says: RegExp
  level?: string
  settings?: Settings
  words?: string[]
  /** The database user to log in as, if it is not the usual one. */
  login?: string
  /** Plants the problem; resolves with a function that removes it. */
  plant?: () => Promise<() => unknown>
}

const nowhere = '127.0.0.1:1'

/** A value that each setting cannot have; none of them is to be repeated if it may be secret. */
export const INVALID: Settings = {
  PORT: '80a',
  HOST: '0.0.0.0',
  REDIS_URL: 'cache:hunter2@6379',
  PUBLIC_URL: 'https://pm.example.com/gatehouse',
  TRUST_PROXY: '10.0.0.0/8,loopback',
  WEBHOOK_RETRY_SCHEDULE: 'soon',
  WEBHOOK_ALLOWED_CIDRS: '10',
  METRICS_PORT: '99999',
  DRAIN_SECONDS: '-1',
  MEMORY_LIMIT_MB: 'much',
  IMPORT_SECONDS: '5',
  SMTP_URL: 'smtp://u:hunter2%@mail.example.com',
  MAIL_FROM: 'Maple',
  TWILIO_URL: 'ftp://twilio',
  TWILIO_AUTH_TOKEN: 'hunter2',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'collector',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=hunter2%',
  FILES_LIMIT_GB: 'all',
  S3_ENDPOINT: 'bucket.example.com',
  S3_BUCKET: 'Maple Files',
  GATEHOUSE_ROOT_KEY: 'hunter2',
}

export const WRONG_SETTINGS: readonly Planted[] = [
  {
    what: 'a setting that is misspelled',
    check: 'settings',
    level: 'warning',
    says: /GATEHOUSE_ROOTKEY is not a setting/,
    settings: { GATEHOUSE_ROOTKEY: 'x' },
  },
  {
    what: 'production behind TLS that trusts no proxy',
    check: 'settings',
    level: 'warning',
    says: /TRUST_PROXY is empty/,
    settings: { GATEHOUSE_ENV: 'production', PUBLIC_URL: 'https://pm.example.com' },
  },
  {
    what: 'production that trusts every address as its proxy',
    check: 'settings',
    level: 'warning',
    says: /^TRUST_PROXY has 0\.0\.0\.0\/0, which is every address, so any caller can state another address/,
    settings: { GATEHOUSE_ENV: 'production', TRUST_PROXY: '10.0.0.0/8,0.0.0.0/0' },
  },
  {
    what: 'production whose webhooks may reach every address',
    check: 'settings',
    level: 'warning',
    says: /^WEBHOOK_ALLOWED_CIDRS has ::\/0, which is every address, so webhooks can reach this machine/,
    settings: { GATEHOUSE_ENV: 'production', WEBHOOK_ALLOWED_CIDRS: '::/0' },
  },
  {
    what: 'more memory than the machine has',
    check: 'settings',
    level: 'warning',
    says: /^MEMORY_LIMIT_MB is more than this machine has/,
    settings: { GATEHOUSE_ENV: 'production', MEMORY_LIMIT_MB: '9999999' },
  },
  {
    what: 'uploaded files where the system deletes them',
    check: 'settings',
    level: 'warning',
    says: /^Uploaded files are kept in \/tmp\/uploads, and the system deletes/,
    settings: { GATEHOUSE_ENV: 'production', FILES_DIR: '/tmp/uploads' },
  },
  {
    what: 'development at an address that others reach',
    check: 'settings',
    level: 'warning',
    says: /^GATEHOUSE_ENV is development, or not set, and PUBLIC_URL is https:\/\/pm\.example\.com/,
    settings: { GATEHOUSE_ENV: '', PUBLIC_URL: 'https://pm.example.com' },
  },
  {
    what: 'production that checks no certificate',
    check: 'settings',
    says: /^NODE_TLS_REJECT_UNAUTHORIZED has 0, so the certificates of PostgreSQL, Redis, .* are not checked/,
    settings: { GATEHOUSE_ENV: 'production', NODE_TLS_REJECT_UNAUTHORIZED: '0' },
  },
  {
    what: 'production that does not check the certificate of PostgreSQL',
    check: 'settings',
    says: /^DATABASE_URL has sslmode=no-verify, so the certificate of PostgreSQL is not checked/,
    settings: {
      GATEHOUSE_ENV: 'production',
      DATABASE_URL: `postgres://u:hunter2@${nowhere}/x?sslmode=no-verify`,
    },
  },
  {
    what: 'production with a debugger',
    check: 'settings',
    level: 'warning',
    says: /^NODE_OPTIONS has --inspect=0\.0\.0\.0:9229, so anyone who reaches/,
    settings: { GATEHOUSE_ENV: 'production', NODE_OPTIONS: '--enable-source-maps --inspect=0.0.0.0:9229' },
  },
  {
    what: 'deliveries that are tried once',
    check: 'settings',
    level: 'warning',
    says: /^WEBHOOK_RETRY_SCHEDULE has one delay, so a delivery that fails is never tried again\.$/,
    settings: { WEBHOOK_RETRY_SCHEDULE: '0s' },
  },
  {
    what: 'production whose receivers must not be out of reach for a minute',
    check: 'settings',
    level: 'warning',
    says: /^WEBHOOK_RETRY_SCHEDULE makes the last attempt 3 s after the first/,
    settings: { GATEHOUSE_ENV: 'production', WEBHOOK_RETRY_SCHEDULE: '0s,1s,2s' },
  },
  {
    what: 'metrics of a worker on the port of the service',
    check: 'settings',
    says: /^METRICS_PORT is 8081, which is PORT too/,
    settings: { PORT: '8081', METRICS_PORT: '8081' },
  },
  {
    what: 'a Redis that cannot be reached',
    check: 'redis',
    says: /Redis cannot be used: connect ECONNREFUSED/,
    settings: { REDIS_URL: `redis://${nowhere}` },
  },
  {
    what: 'a mail server that cannot be reached',
    check: 'mail',
    says: /mail server 127\.0\.0\.1 does not accept e-mail/,
    settings: { SMTP_URL: `smtp://${nowhere}` },
  },
  {
    what: 'a Twilio that cannot be reached',
    check: 'sms',
    says: /Twilio cannot be reached/,
    settings: {
      TWILIO_ACCOUNT_SID: 'AC1',
      TWILIO_AUTH_TOKEN: 'hunter2',
      TWILIO_FROM: '+15550100',
      TWILIO_URL: `http://${nowhere}`,
    },
  },
  {
    what: 'a database that cannot be reached',
    check: 'postgresql',
    says: /The database cannot be reached: connect ECONNREFUSED/,
    settings: { DATABASE_URL: `postgres://u:hunter2@${nowhere}/x` },
  },
  {
    what: 'a data folder without a database',
    check: 'postgresql',
    says: /There is no database in/,
    settings: { DATABASE_URL: '' },
  },
  {
    what: 'more processes than there are connections',
    check: 'connections',
    says: /20 processes need up to 805 connections/,
    words: ['--processes', '20'],
  },
  {
    what: 'a database whose address cannot be read, and looks at no other one',
    check: 'settings',
    says: /^DATABASE_URL must begin with postgres:/,
    settings: { DATABASE_URL: 'mysql://u:hunter2@db/name' },
  },
  {
    what: 'an environment that does not exist',
    check: 'settings',
    says: /^GATEHOUSE_ENV is staging; it must be development or production/,
    settings: { GATEHOUSE_ENV: 'staging' },
  },
  {
    what: 'a folder of uploads that is a file',
    check: 'uploads',
    says: /cannot be kept in .*: it is not a folder/,
    settings: { FILES_DIR: fileURLToPath(import.meta.url) },
  },
  {
    what: 'a folder of uploads that cannot be created',
    check: 'uploads',
    says: /cannot be kept in .*files: it cannot be created in .*: it is not a folder/,
    settings: { FILES_DIR: `${fileURLToPath(import.meta.url)}/uploads/files` },
  },
  {
    what: 'a disk of uploads that is too full',
    check: 'disk',
    says: /^Only \S+ GB are free for .*service; 1000000 GB should be free\.$/,
    settings: { FILES_DIR: fileURLToPath(new URL('.', import.meta.url)) },
    words: ['--free-gb', '1000000'],
  },
  {
    what: 'a disk that is too full for a folder of uploads that is not there yet',
    check: 'disk',
    says: /^Only \S+ GB are free for .*nonexistent.files; 1000000 GB should be free\.$/,
    settings: { FILES_DIR: fileURLToPath(new URL('nonexistent/files', import.meta.url)) },
    words: ['--free-gb', '1000000'],
  },
  {
    what: 'a root key that is lost',
    check: 'root keys',
    says: /GATEHOUSE_ROOT_KEY lacks test/,
    settings: { GATEHOUSE_ROOT_KEY: 'new:ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=' },
  },
  {
    what: 'a root key that is another one under the same name',
    check: 'root keys',
    says: /test/,
    settings: { GATEHOUSE_ROOT_KEY: 'test:ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=' },
  },
]
