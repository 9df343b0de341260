/** Wrong usage of the command line: what is typed is checked before anything is opened, so none of these needs a database. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gatehouse } from './processes.ts'

const nowhere = { DATABASE_URL: 'postgres://u@127.0.0.1:1/x' }

describe('wrong usage: exit status 2, what is wrong, and the usage', () => {
  const cases: [string[], RegExp][] = [
    [['frobnicate'], /no command frobnicate/],
    [['key', 'destroy'], /no command key destroy; there are key create, key list, key rotate, and key revoke\n/],
    [['org'], /no command org; there are org create, org list, and org update\n/],
    [['--verbose'], /no command was given/],
    [['invoices', 'generate', '--org', 'org_x', '--month', '2026-13'], /--month must be a month such as 2026-03/],
    [['key', 'create'], /^gatehouse: --org ID, --name NAME, and --scopes a,b are missing\nUsage: gatehouse key create/],
    [['org', 'create', '--plan', 'PRO'], /--name NAME is missing[\s\S]*Usage: gatehouse org create/],
    [
      ['org', 'create', '--name', 'x', '--plan', 'PRO', '--colour', 'red'],
      /--colour[\s\S]*Usage: gatehouse org create/,
    ],
    [['org', 'update', '--org', 'org_x'], /nothing to change/],
    [['user', 'create', '--org', 'org_x', '--email', 'a@b.example'], /--role ROLE is missing/],
    [['key', 'revoke'], /KEY_ID is missing[\s\S]*Usage: gatehouse key revoke KEY_ID/],
    [['key', 'revoke', 'key_a', 'key_b'], /key_b is one argument too many/],
    [['key', 'rotate', 'key_a', '--overlap-hours', '721'], /--overlap-hours must be a whole number from 0 to 720/],
    [['serve', '--role', 'cook'], /--role must be one of api, worker, all/],
    [['org', 'create', '--name', 'x', '--plan', 'NOPE'], /--plan must be one of .*GROWTH.*, not “NOPE”/],
    [['org', 'create', '--name', 'x', '--plan', 'PRO', '--timezone', 'Mars/Base'], /--timezone must be .*Mars\/Base/],
    [['org', 'update', '--org', 'org_x', '--plan', 'NOPE'], /--plan must be one of/],
    [
      ['org', 'update', '--org', 'org_x', '--partner-agreement', 'perhaps'],
      /--partner-agreement must be one of yes, no/,
    ],
    ...['1899-12-31', '2026-02-29', 'yesterday'].map((day): [string[], RegExp] => [
      ['org', 'update', '--org', 'org_x', '--books-closed-through', day],
      /--books-closed-through must be a day such as 2026-03-31, with a year from 1900 to 2999/,
    ]),
    [['org', 'update', '--org', 'org_x', '--books-closed-through', ''], /--books-closed-through is empty/],
    [
      ['key', 'create', '--org', 'org_x', '--name', 'x', '--scopes', 'comms:write,all'],
      /--scopes must be some of .*“all”/,
    ],
    [['key', 'create', '--org', 'org_x', '--name', 'x', '--scopes', ','], /--scopes must be some of/],
    [['user', 'create', '--org', 'org_x', '--email', 'a@b.example', '--role', 'BOSS'], /--role must be one of .*OWNER/],
    [
      ['listen', '--org', 'org_x', '--forward-to', 'http://localhost:1', '--event', 'x'],
      /--event must be one of lead.created/,
    ],
    [['import', '--org', 'org_x', '--as-of', '3000-01-01', 'roll.csv'], /--as-of must be a day .* from 1900 to 2999/],
    [['serve', '--unitz', '1'], /^gatehouse: --unitz is not an option of gatehouse serve\n/],
    [['org', 'list', '-x'], /^gatehouse: -x is not an option of gatehouse org list\n/],
    [['serve', '--role'], /^gatehouse: --role has no value/],
    [['org', 'list', '--json=yes'], /^gatehouse: --json takes no value\n/],
    ...['-1', '--months'].map((next): [string[], RegExp] => [
      ['seed', '--org', 'org_x', '--units', next, '3'],
      /^gatehouse: --units has no value\. Write one that begins with a hyphen as --units=-…\n/,
    ]),
    ...['', ' ', ',', ' , '].map((nothing): [string[], RegExp] => [
      ['key', 'create', '--org', 'org_x', '--name', 'x', '--scopes', 'comms:write', '--allowed-cidrs', nothing],
      /--allowed-cidrs is empty/,
    ]),
    [['org', 'create', '--name', '', '--plan', 'PRO'], /--name is empty\. Give it a value, or leave it out\n/],
    [['key', 'create', '--org', 'org_x', '--name', 'x', '--scopes', ''], /--scopes must be some of .*“”/],
    [['key', 'create', '--org', 'org_x', '--name', 'x', '--scopes', 'comms:write', '--rpm='], /--rpm is empty/],
    [['backup', ''], /\[FILE\] is empty/],
    [['import', '--org', 'org_x', 'roll.csv', ' '], /FILE… is empty/],
    [['--json', 'org', 'list'], /options follow the name of the command, as in `gatehouse org list --json`\n/],
    [['org', '--json', 'list'], /options follow the name of the command, as in `gatehouse org list --json`\n/],
    [['import', '--org', 'org_x', '--org=org_y', 'roll.csv'], /--org is given more than once, but has only one value/],
  ]
  for (const [words, says] of cases) {
    test(words.join(' '), async () => {
      const ended = await gatehouse([...words, '--json'], nowhere)
      assert.equal(ended.code, 2)
      assert.match(ended.stderr, says)
      assert.match(ended.stderr, /Usage: gatehouse|gatehouse --help/)
      assert.equal(JSON.parse(ended.stdout).error, 'wrong_usage')
    })
  }
})
