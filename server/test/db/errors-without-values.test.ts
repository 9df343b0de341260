/** An error of PostgreSQL that can be logged repeats no value, in whatever language the server writes and on whatever connection it occurs. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { withoutValues } from '#server/db/failure.ts'
import { onOwnSession } from '#server/db/own-connection.ts'
import { useWorld } from '../world.ts'

const world = useWorld()
const LIMITS = { statementTimeoutMs: 10_000, transactionTimeoutMs: 10_000 }

const MESSAGES = [
  ['invalid input syntax for type integer: "Zyzzyva"', 'invalid input syntax for type integer: "…"'],
  [
    'syntaxe en entrée invalide pour le type integer : « Zyzzyva "»',
    'syntaxe en entrée invalide pour le type integer : "…"',
  ],
  ['ungültige Eingabesyntax für Typ integer: »Zyzzyva«', 'ungültige Eingabesyntax für Typ integer: "…"'],
  [
    'la sintaxis de entrada no es válida para tipo integer: «Zyzzyva»',
    'la sintaxis de entrada no es válida para tipo integer: "…"',
  ],
] as const

for (const [said, left] of MESSAGES) {
  test(`the value is removed from an error that reads ${said}`, () => {
    const error = new pg.DatabaseError(said, said.length, 'error')
    error.code = '22P02'
    error.stack = `error: ${said}\n    at parse`
    assert.deepEqual([withoutValues(error).message, error.stack], [left, `error: ${left}\n    at parse`])
  })
}

test('an error on a connection of its own, such as that of upkeep, repeats no value', async () => {
  const failed = (sql: string) =>
    onOwnSession(world.database.connection, { role: 'none', readOnly: false, ...LIMITS }, client =>
      client.query(sql),
    ).then(
      () => assert.fail('it succeeded'),
      (error: unknown) => error,
    )
  const twice = await failed(
    `create temporary table kept (name text unique); insert into kept values ('Zyzzyva'), ('Zyzzyva')`,
  )
  const number = await failed(`select 'Zyzzyva'::int`)
  assert.deepEqual(
    [twice, number].map(error => (error as pg.DatabaseError).code),
    ['23505', '22P02'],
  )
  assert.doesNotMatch(
    JSON.stringify([twice, number].map(error => ({ ...(error as Error), all: String((error as Error).stack) }))),
    /Zyzzyva/,
  )
})
