import type { ReactElement } from 'react'
import { encode } from 'uqr'

/** Modules of white that readers need around it. */
const QUIET = 4

/** A text as a QR code: black on white in every theme, as cameras read it. */
export function QrCode({ text, label }: { text: string; label: string }): ReactElement {
  const { size, data } = encode(text, { border: QUIET })
  const path = data
    .flatMap((line, y) => line.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-full rounded-m bg-white"
    >
      <path d={path} fill="black" />
    </svg>
  )
}
