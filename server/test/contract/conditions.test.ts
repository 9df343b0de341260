/** The reading of conditions, by which the test of plans decides that a statement is restricted to its organization. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holdsTo } from './conditions.ts'

const ORGANIZATION = 'organization_id = $1'

const HELD = [
  '(organization_id = $1)',
  '(l.organization_id = $1)',
  "((organization_id = $1) AND (name = 'x OR y'::text))",
  '((l.organization_id = $1) AND ((l.id = $2) OR (l.id = $3)))',
  '(((organization_id = $1) AND (id = $2)) OR ((organization_id = $1) AND (id = $3)))',
  '((id = $2) AND ((organization_id = $1) AND (status = $3)))',
]

const BEYOND = [
  '((organization_id = $1) OR (id = $2))',
  '((id = $2) AND ((organization_id = $1) OR ($3 IS NULL)))',
  '(((organization_id = $1) AND (id = $2)) OR (id = $3))',
  '(NOT (organization_id = $1))',
  '(organization_id <> $1)',
  '(organization_id = $10)',
  '(parent_organization_id = $1)',
  "(name = '(organization_id = $1)'::text)",
  '(COALESCE(organization_id = $1, true))',
  '(id = $2)',
]

for (const condition of HELD) {
  test(`${condition} keeps to the organization`, () => assert.ok(holdsTo(condition, ORGANIZATION)))
}

for (const condition of BEYOND) {
  test(`${condition} reaches beyond the organization`, () => assert.ok(!holdsTo(condition, ORGANIZATION)))
}
