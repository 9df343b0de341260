/**
 * E-mail addresses and phone numbers as people write them: which ones can be sent to, in which form, and how little of
 * them is shown.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isMailAddress, maskedContact, phoneNumber } from '#server/base/contact.ts'

test('a US number is formatted as E.164 however it is written, an international one is kept, and anything else is rejected', () => {
  const cases: [written: string, number: string | undefined][] = [
    ['+16145550134', '+16145550134'],
    ['6145550134', '+16145550134'],
    ['(614) 555-0134', '+16145550134'],
    ['614.555.0134', '+16145550134'],
    ['1-614-555-0134', '+16145550134'],
    ['+1 (614) 555–0134', '+16145550134'],
    ['+49 30 901820', '+4930901820'],
    ['555-0134', undefined],
    ['0145550134', undefined],
    ['6141550134', undefined],
    ['26145550134', undefined],
    ['614555013456', undefined],
    ['614-555-0134 x12', undefined],
    ['614-555-0134 / 0135', undefined],
    ['+0123456789', undefined],
    ['+1234567', undefined],
    ['+1234567890123456', undefined],
    ['call me', undefined],
    ['', undefined],
  ]
  for (const [written, number] of cases) assert.equal(phoneNumber(written), number, written)
})

test('a mail address is exactly one address', () => {
  for (const good of ['a@b', 'dana+unit4@example.com', "o'brien@example.co.uk", 'dänä@exämple.com']) {
    assert.ok(isMailAddress(good), good)
  }
  for (const bad of [
    ...['', 'dana', '@example.com', 'dana@', 'a@b@c', 'a b@c', 'dana@example.com, lee@example.com', 'a@b;c@d'],
    ...[
      'Dana <dana@example.com>',
      'a@b\r\nBcc: c@d',
      'a@b\0',
      '"a b"@c',
      `${'a'.repeat(65)}@b`,
      `a@${'b'.repeat(253)}`,
    ],
  ]) {
    assert.ok(!isMailAddress(bad), bad)
  }
})

test('a masked address shows just enough for its owner to recognize it', () => {
  assert.equal(maskedContact('dana@example.com'), 'd…@example.com')
  assert.equal(maskedContact('🏠home@example.com'), '🏠…@example.com')
  assert.equal(maskedContact('+16145550134'), '…0134')
})
