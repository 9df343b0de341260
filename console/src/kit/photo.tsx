/** A photo at any URL. Its space is reserved from the start, and an icon takes its place if it cannot be loaded. */
import { useState } from 'react'
import { Icon } from './icons.tsx'

/** The path of the sample photos, which every service shows itself, at whatever address the demo was created. */
const SAMPLES = '/console/samples/'

export function Photo({ url, alt, className }: { url: string | undefined; alt: string; className: string }) {
  const [isBroken, setBroken] = useState(false)
  const source = url && !isBroken ? sourceOf(url) : undefined
  return (
    <span className={`flex items-center justify-center overflow-hidden rounded bg-sunken text-faint ${className}`}>
      {source ? (
        <img src={source} alt={alt} loading="lazy" className="size-full object-cover" onError={() => setBroken(true)} />
      ) : (
        <Icon name="building" />
      )}
    </span>
  )
}

function sourceOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, pathname } = new URL(url)
  if (pathname.startsWith(SAMPLES)) return pathname
  return protocol === 'https:' ? url : undefined
}
