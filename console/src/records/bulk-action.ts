/** What can be done with the selected rows of a list. */
import type { ReactNode } from 'react'
import type { Values } from '../kit/values.ts'

export type BulkAction<Row> = {
  /** The button, such as `Complete`. */
  text: string
  /** The word for a record that is done, such as `completed`. */
  done: string
  /** What the action does to the rows, and the fields it needs. */
  about?: ReactNode | ((rows: Row[]) => ReactNode)
  fields?: ReactNode
  danger?: boolean
  /** Why the row cannot be part of the action, as far as the page knows. Such rows are named before anything is sent, and left out. */
  leftOut?: (row: Row, rows: Row[]) => string | undefined
  run: (row: Row, values: Values, idempotencyKey: string) => Promise<unknown>
}

export type Bulk<Row> = {
  /** The noun for one row, such as `work order`, and its plural. */
  noun: string
  plural?: string
  nameOf: (row: Row) => string
  actions: BulkAction<Row>[]
}
