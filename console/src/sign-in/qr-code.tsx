/** A text as a QR code, drawn as one path: the policy forbids images by `data:` and styles inline. */
import { encode } from 'uqr'

/** What readers ask for around it, in modules. */
const QUIET = 4

export function QrCode({ label, text }: { label: string; text: string }) {
  const { data, size } = encode(text, { border: QUIET })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    // Dark on light in either theme: many readers know no other.
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
