/** The rows of a long report that are shown at first. A button shows more of them, and print has every row. */
import { type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../kit/button.tsx'
import { number } from '../kit/format.ts'

const ROWS_ON_SCREEN = 200

export function useFirstRows<Row>(rows: Row[]): { shown: Row[]; more: ReactNode } {
  const [isWhole, setWhole] = useState(false)
  const [most, setMost] = useState(ROWS_ON_SCREEN)
  useEffect(() => {
    // Whichever way the member prints, the browser prints what is there when this event returns.
    const begin = () => flushSync(() => setWhole(true))
    const end = () => setWhole(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  const more = rows.length > most && (
    <div className="no-print flex justify-center border-t p-3">
      <Button onClick={() => setMost(most + ROWS_ON_SCREEN)}>Show more rows ({number(rows.length - most)} left)</Button>
    </div>
  )
  return { shown: isWhole ? rows : rows.slice(0, most), more }
}
