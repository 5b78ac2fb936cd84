import type { ReactElement } from 'react'

/** The product's logo: a cloud with an arrow on the brand's red, the same in every skin. */
export function Logo({ size = 28 }: { size?: number }): ReactElement {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden className="shrink-0">
      <rect width="28" height="28" rx="7" fill="#c91c27" />
      <g fill="none" stroke="#fff" strokeWidth="2.1" strokeLinecap="round" strokeLinejoin="round">
        <path d="M9 19.7a4.2 4.2 0 0 1-.6-8.3 5.8 5.8 0 0 1 11.1 1.2 3.6 3.6 0 0 1-.5 7.1H9Z" />
        <path d="M14 17v-4.2m-2.2 2 2.2-2.2 2.2 2.2" strokeWidth="1.9" />
      </g>
    </svg>
  )
}
