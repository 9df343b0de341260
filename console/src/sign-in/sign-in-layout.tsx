/** The layout of the pages before signing in. */
import { type ReactNode, useEffect } from 'react'
import { clearToast } from '../kit/notify.tsx'

export function SignInLayout({ title, about, children }: { title: string; about?: ReactNode; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Gatehouse`
  }, [title])
  useEffect(clearToast, [])
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-5 px-4 py-8">
      <div className="flex items-center gap-2.5 font-semibold text-[16px]">
        <img src="/console/icon.svg" alt="" className="size-8 rounded-lg" />
        Gatehouse
      </div>
      <div className="flex w-full max-w-sm flex-col gap-4 rounded-xl border bg-surface p-6">
        <div className="flex flex-col gap-1">
          <h1 className="font-semibold text-[18px] leading-6">{title}</h1>
          {about && <p className="text-pretty text-soft">{about}</p>}
        </div>
        {children}
      </div>
    </main>
  )
}

export const ENTRANCE_LINK = 'font-medium text-accent underline-offset-2 hover:underline'
