/** The actions on the selected rows of a list. */
import type { ReactNode } from 'react'
import type { Values } from '../kit/values.ts'

export type BulkAction<Row> = {
  /** The text of the button, such as `Complete`. */
  text: string
  /** The past participle that reports a success, such as `completed`. */
  done: string
  /** What the action does to the rows, and the fields it needs. */
  about?: ReactNode | ((rows: Row[]) => ReactNode)
  fields?: ReactNode
  danger?: boolean
  /** Why the action leaves the row out, as far as the page can tell. These rows are named before anything is sent. */
  leftOut?: (row: Row, rows: Row[]) => string | undefined
  run: (row: Row, values: Values, idempotencyKey: string) => Promise<unknown>
  /** What else the member should know, from what the calls of `run` resolved with. */
  remark?: (results: readonly unknown[]) => string | undefined
}

export type Bulk<Row> = {
  /** The noun for one row, such as `work order`, and its plural. */
  noun: string
  plural?: string
  nameOf: (row: Row) => string
  actions: BulkAction<Row>[]
}
