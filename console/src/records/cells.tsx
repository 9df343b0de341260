/** Dates, balances, terms and rooms, as cells and facts of several pages show them. */
import type { ReactNode } from 'react'
import { date, money } from '../kit/format.ts'
import { None } from '../kit/page.tsx'
import { useIsNarrow } from '../kit/use-is-narrow.ts'

/** What a narrow table shows below the text of its first column, because it has no room for a column of it. */
export function Below({ children }: { children: ReactNode }) {
  return useIsNarrow() && <span className="block text-soft">{children}</span>
}

/** A business date, if there is one. */
export function Day({ on }: { on: string | null }) {
  return on === null ? <None /> : <span className="whitespace-nowrap">{date(on)}</span>
}

/** A balance, in red if it is owed. */
export function Balance({ cents }: { cents: number }) {
  return <span className={cents > 0 ? 'text-bad' : ''}>{money(cents)}</span>
}

/** `Sep 1, 2025 – Aug 31, 2026`, which wraps between the dates and not within one. */
export function termOf({ start_date, end_date }: { start_date: string; end_date: string | null }): string {
  const [start, end] = [date(start_date), end_date ? date(end_date) : 'no end'].map(text =>
    text.replaceAll(' ', '\u00a0'),
  )
  return `${start}\u00a0– ${end}`
}

/** `2 / 1.5`, or null if the number of bedrooms is not known. */
export function roomsOf({ bedrooms, bathrooms }: { bedrooms: number | null; bathrooms: number | null }): string | null {
  if (bedrooms === null) return null
  return `${bedrooms === 0 ? 'Studio' : bedrooms}${bathrooms === null ? '' : ` / ${bathrooms}`}`
}
