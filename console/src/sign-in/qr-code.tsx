/** A QR code, drawn as one path, because the content policy forbids `data:` images and inline styles. */
import { encode } from 'uqr'

/** The quiet zone that readers need around the code, in modules. */
const QUIET = 4

export function QrCode({ label, text }: { label: string; text: string }) {
  const { data, size } = encode(text, { border: QUIET })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    // Dark on light in both themes, because many readers cannot read the inverse.
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 shrink-0 rounded-md border"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  )
}
