/** A mistake in a mapping file is named with its place in the file. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMapping } from '#server/import/read/mapping.ts'
import { fileOf } from './imported.ts'

const property = (parts: object) => JSON.stringify({ properties: { oxb: parts } })

const MISTAKES: [string, RegExp][] = [
  [
    property({ state: 'Ontario' }),
    /has a wrong value at properties\.oxb\.state: “Ontario” is not a state\. Write its two letters, such as OH\.$/,
  ],
  [property({ state: 'O1' }), /at properties\.oxb\.state: “O1” is not a state/],
  [
    property({ postal_code: '4321X' }),
    /at properties\.oxb\.postal_code: “4321X” is not a ZIP code\. Write five digits, or nine as 43215-1234\.$/,
  ],
  [property({ postal_code: '432156' }), /at properties\.oxb\.postal_code: “432156” is not a ZIP code/],
  [property({ postal_code: 43215 }), /at properties\.oxb\.postal_code: it must be text of at most 200/],
  [property({ zip: '43215' }), /contains properties\.oxb\.zip, but only name, .* are allowed/],
  ['{"statuses":{"MODEL":"EMPTY"}}', /at statuses\.MODEL: it must be one of CURRENT, NOTICE_RENTED, .*, OFFLINE\./],
  ['{"properties":{}\n "charges":{}}', /is not JSON, at line 2, column 2\. Correct it/],
]

for (const [content, says] of MISTAKES) {
  test(`a mapping file with a mistake is refused: ${says.source}`, async () => {
    await assert.rejects(readMapping(fileOf(content)), { code: 'invalid_request', message: says })
  })
}

test('an address in a mapping file is read as in a rent roll: spaces, small letters and lost zeros are corrected', async () => {
  const { properties } = await readMapping(
    fileOf(property({ name: ' Oxbow ', state: ' ma', postal_code: '2134 ', city: '' })),
  )
  const { name, state, postalCode, city } = properties.get('oxb') ?? {}
  assert.deepEqual([name, state, postalCode, city], ['Oxbow', 'MA', '02134', undefined])
  const named = await readMapping(fileOf(property({ state: 'Ohio' })))
  assert.equal(named.properties.get('oxb')?.state, 'OH')
})
