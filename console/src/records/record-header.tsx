/** The header of a record's page: name, unit, balance and status; below it, the main content next to the details. */
import type { ReactNode } from 'react'

type Item = { name: string; value: ReactNode; about?: ReactNode; isStrong?: boolean }

export function RecordHeader({ items }: { items: (Item | false | null)[] }) {
  return (
    <section aria-label="Summary" className="rounded-lg border bg-surface">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 px-4 py-3 sm:grid-cols-[repeat(auto-fit,minmax(128px,1fr))]">
        {items.map(
          item =>
            item && (
              <div key={item.name} className="min-w-0">
                <dt className="text-[12px] text-soft">{item.name}</dt>
                <dd className={`py-1 leading-5 ${item.isStrong ? 'font-semibold text-[18px] tabular-nums' : ''}`}>
                  {item.value}
                </dd>
                {item.about && <dd className="text-[12px] text-soft">{item.about}</dd>}
              </div>
            ),
        )}
      </dl>
    </section>
  )
}

/** The main content of a record, with its details at the side, or below it on a narrow page. */
export function RecordColumns({ children, side }: { children: ReactNode; side: ReactNode }) {
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_340px]">
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
      <div className="flex min-w-0 flex-col gap-4 xl:[&_dl]:grid-cols-2">{side}</div>
    </div>
  )
}
