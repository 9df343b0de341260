/**
 * Contents that are shown together once every part of them has its data, because parts that arrive one by one push each other around. Until then
 * a placeholder is shown.
 */
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { MAX_REVEAL_MS } from './waits.ts'

export function Reveal({ placeholder, children }: { placeholder?: ReactNode; children: ReactNode }) {
  const contents = useRef<HTMLDivElement>(null)
  const [isShown, setShown] = useState(false)
  useLayoutEffect(() => {
    if (isShown) return
    const element = contents.current!
    const look = () => {
      if (!element.querySelector('.shimmer')) setShown(true)
    }
    const observer = new MutationObserver(look)
    observer.observe(element, { childList: true, subtree: true })
    const timer = setTimeout(() => setShown(true), MAX_REVEAL_MS)
    look()
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [isShown])
  return (
    <>
      {!isShown && (placeholder ?? <div aria-busy className="shimmer late h-72 w-full rounded-lg" />)}
      {/* Charts measure their width before they are shown. */}
      <div ref={contents} className={isShown ? 'contents' : 'invisible h-0 overflow-hidden'}>
        {children}
      </div>
    </>
  )
}
