/** The frame of every page: its title, its actions, and the cards that hold its contents. */
import { type ReactNode, useEffect } from 'react'
import { Reveal } from './reveal.tsx'

export function Page({
  title,
  about,
  actions,
  back,
  atOnce = false,
  children,
}: {
  title: string
  about?: ReactNode
  actions?: ReactNode
  back?: ReactNode
  /** Whether the contents are shown while they load, as for a list, whose placeholders are as high as its rows. */
  atOnce?: boolean
  children: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · Gatehouse`
  }, [title])
  return (
    <div className="mx-auto flex w-full max-w-[1400px] flex-col gap-4 px-4 py-5 sm:px-6 lg:px-8 rail:px-4">
      <header className="flex flex-col gap-1">
        {back && <div className="no-print text-[13px] text-soft">{back}</div>}
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
          <div className="min-w-0 flex-1 basis-64">
            <h1 tabIndex={-1} className="text-balance font-semibold text-[20px] leading-7">
              {title}
            </h1>
            {about && <div className="max-w-3xl text-pretty text-soft">{about}</div>}
          </div>
          {actions && <div className="no-print flex flex-wrap gap-2">{actions}</div>}
        </div>
      </header>
      {atOnce ? children : <Reveal>{children}</Reveal>}
    </div>
  )
}

export function Card({
  title,
  actions,
  children,
  flush = false,
  isPrinted = true,
}: {
  title?: ReactNode
  actions?: ReactNode
  children: ReactNode
  /** Whether to leave out the inner margin, for a table. */
  flush?: boolean
  isPrinted?: boolean
}) {
  return (
    <section className={`min-w-0 rounded-lg border bg-surface ${isPrinted ? '' : 'no-print'}`}>
      {(title || actions) && (
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-2 border-b px-4 py-1.5 print:break-after-avoid">
          {title && <h2 className="font-semibold text-[13px]">{title}</h2>}
          {actions && <div className="no-print flex flex-wrap gap-2">{actions}</div>}
        </div>
      )}
      <div className={flush ? '' : 'p-4'}>{children}</div>
    </section>
  )
}

/** Names and values, in as many columns as fit. */
export function Facts({ of = {}, children }: { of?: Record<string, ReactNode>; children?: ReactNode }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(132px,1fr))] sm:grid-cols-[repeat(auto-fill,minmax(172px,1fr))] gap-x-6 gap-y-4">
      {Object.entries(of).map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
      {children}
    </dl>
  )
}

export function Fact({
  name,
  isWide = false,
  isPrinted = true,
  children,
}: {
  name: string
  isWide?: boolean
  isPrinted?: boolean
  children: ReactNode
}) {
  return (
    <div className={`min-w-0 ${isWide ? 'sm:col-span-2' : ''} ${isPrinted ? '' : 'no-print'}`}>
      <dt className="text-[12px] text-soft">{name}</dt>
      <dd className="[&_a]:text-accent [&_a]:hover:underline">{children ?? <None />}</dd>
    </div>
  )
}

/** An e-mail address that wraps before the @, if it must. */
export function Mail({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}

export function None() {
  return (
    <span className="text-faint">
      <span aria-hidden="true">–</span>
      <span className="sr-only">none</span>
    </span>
  )
}

/** An important figure with its name. */
export function Figure({ name, value, about }: { name: string; value: ReactNode; about?: ReactNode }) {
  return (
    <div className="min-w-0 rounded-lg border bg-surface px-3 py-3 sm:px-4 print:px-2">
      <p className="text-[13px] text-soft">{name}</p>
      <p className="@container mt-0.5 min-h-7 font-semibold text-[16px] tabular-nums leading-7 sm:text-[17px] xl:text-[20px] print:text-[13px]">
        {typeof value === 'string' ? (
          // A digit is about 0.6 times as wide as it is high.
          <span className="whitespace-nowrap" style={{ fontSize: `min(1em, ${160 / value.length}cqw)` }}>
            {value}
          </span>
        ) : (
          value
        )}
      </p>
      <p className="min-h-5 text-pretty text-[12px] text-soft leading-4">{about}</p>
    </div>
  )
}

export function Shimmer({ className = 'h-4 w-24' }: { className?: string }) {
  return <span className={`shimmer inline-block align-middle ${className}`} />
}
