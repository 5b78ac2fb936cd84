import type { ReactElement } from 'react'
import type { Box } from './marquee.ts'

/** The marquee while it is drawn. */
export const MarqueeFrame = ({ box }: { box: Box }): ReactElement => (
  <div
    aria-hidden
    className="pointer-events-none fixed z-30 rounded-[3px] border border-focus bg-info-fill/10"
    style={{ left: box.left, top: box.top, width: box.right - box.left, height: box.bottom - box.top }}
  />
)
