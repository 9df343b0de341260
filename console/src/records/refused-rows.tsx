/** The rows that an action on many records was refused for, and why. */
import { ApiError } from '#client/errors.ts'
import { asSentence } from '../kit/field-errors.ts'
import { sentenceOf } from '../kit/notice.tsx'

/** A row that an action was refused for, or that it leaves out, and why. */
export type Refused<Row> = { row: Row; why: string }

/** Why a record was refused, next to its name. The field that holds its ID is not named, because no form shows it. */
export function reasonOf(error: unknown): string {
  const [detail, ...others] = error instanceof ApiError ? error.details : []
  if (!detail?.path.endsWith('_id') || others.length > 0) return sentenceOf(error)
  return asSentence(detail.message)
}

export function Reasons<Row>({ nameOf, of }: { nameOf: (row: Row) => string; of: Refused<Row>[] }) {
  return (
    <ul className="flex max-h-72 flex-col gap-2 overflow-y-auto">
      {of.map(({ row, why }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two residents may have one name, and the list never changes
        <li key={index}>
          <span className="font-medium">{nameOf(row)}</span> <span className="text-soft">{why}</span>
        </li>
      ))}
    </ul>
  )
}
