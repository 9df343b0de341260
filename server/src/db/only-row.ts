/** The row of a statement that returns exactly one, such as an insert or a count. */

export function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('A statement that always returns a row returned none')
  return row
}
