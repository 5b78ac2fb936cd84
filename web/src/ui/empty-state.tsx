import type { ReactElement, ReactNode } from 'react'

export type Illustration = keyof typeof DRAWINGS

export interface EmptyStateProps {
  /** A built-in illustration, or one of illustrations.tsx. */
  illustration?: Illustration | ReactElement | undefined
  /** Replaces the illustration. */
  icon?: ReactNode
  title: ReactNode
  /** One sentence. */
  text?: ReactNode | undefined
  /** `h1` if it is the whole page. */
  heading?: 'h1' | 'h2' | undefined
  /** At most two buttons, one of them primary. */
  children?: ReactNode
}

/** A 120 px illustration, a title, a sentence, and the first actions. */
export function EmptyState(props: EmptyStateProps): ReactElement {
  const { illustration: drawing = 'folder', icon, title, text, heading: Heading = 'h2', children } = props
  return (
    <div className="flex h-full min-h-80 flex-col items-center justify-center gap-1.5 px-6 py-10 text-center">
      {icon ?? <EmptyDrawing drawing={drawing} />}
      <Heading className="mt-2 text-section font-semibold">{title}</Heading>
      {text && <p className="max-w-[340px] text-secondary text-balance text-mut">{text}</p>}
      {children && <div className="mt-3 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  )
}

/** Outline style. */
export const line = 'stroke-line-2 stroke-[1.5]'

function EmptyDrawing({ drawing }: { drawing: Illustration | ReactElement }): ReactElement {
  return (
    <svg width="120" height="96" viewBox="0 0 120 96" fill="none" aria-hidden>
      <ellipse cx="60" cy="85" rx="44" ry="6" className="fill-hover" />
      {typeof drawing === 'string' ? DRAWINGS[drawing] : drawing}
    </svg>
  )
}

/** A sheet of paper in the background. */
export const sheet = (
  <>
    <rect x="38" y="10" width="44" height="46" rx="4" className={`fill-bg ${line}`} />
    <path d="M46 24h28M46 32h28" className="stroke-line-2 stroke-[3]" strokeLinecap="round" />
  </>
)

const DRAWINGS = {
  folder: (
    <>
      <path d="M26 32a5 5 0 0 1 5-5h16l6 7h36a5 5 0 0 1 5 5v34H26V32Z" className={`fill-press ${line}`} />
      {sheet}
      <path
        d="M22 44a4 4 0 0 1 4-4h68a4 4 0 0 1 4 4v34a5 5 0 0 1-5 5H27a5 5 0 0 1-5-5V44Z"
        className={`fill-field ${line}`}
      />
    </>
  ),
  search: (
    <>
      {sheet}
      <circle cx="62" cy="54" r="20" className={`fill-field ${line}`} />
      <path d="m77 69 13 13" className="stroke-line-2 stroke-[6]" strokeLinecap="round" />
      <path d="M52 54a10 10 0 0 1 10-10" className="stroke-ctl stroke-[2.5]" strokeLinecap="round" />
    </>
  ),
  broken: (
    <>
      <path
        d="M34 14h34l18 18v46a5 5 0 0 1-5 5H34a5 5 0 0 1-5-5V19a5 5 0 0 1 5-5Z"
        className={`fill-field ${line}`}
      />
      <path d="M68 14v13a5 5 0 0 0 5 5h13" className={line} />
      <path d="m29 58 12-8 9 9 10-10 9 9 17-10" className="stroke-ctl stroke-[2.5]" strokeLinejoin="round" />
    </>
  ),
}
