/** A photo at any address. Its space is reserved from the start, and an icon takes its place if it cannot be loaded. */
import { useState } from 'react'
import { Icon } from './icons.tsx'

export function Photo({ url, alt, className }: { url: string | undefined; alt: string; className: string }) {
  const [isBroken, setBroken] = useState(false)
  const isShown = url?.startsWith('https://') && !isBroken
  return (
    <span className={`flex items-center justify-center overflow-hidden rounded bg-sunken text-faint ${className}`}>
      {isShown ? (
        <img src={url} alt={alt} loading="lazy" className="size-full object-cover" onError={() => setBroken(true)} />
      ) : (
        <Icon name="building" />
      )}
    </span>
  )
}
