import { line } from '../../ui/empty-state.tsx'

/** A bell that is still. */
export const bellIllustration = (
  <>
    <path d="M51 73a9 9 0 0 0 18 0" className={`fill-press ${line}`} strokeLinejoin="round" />
    <path
      d="M60 17a5 5 0 0 1 5 5v2.4c10 2.2 16 10.6 16 21.6 0 13 3 19 8 24a2 2 0 0 1-1.4 3.4H32.4A2 2 0 0 1 31 70c5-5 8-11 8-24 0-11 6-19.4 16-21.6V22a5 5 0 0 1 5-5Z"
      className={`fill-field ${line}`}
      strokeLinejoin="round"
    />
    <path d="M47 46c0-7 3.5-11.6 9-13.4" className="stroke-ctl stroke-[2.5]" strokeLinecap="round" />
  </>
)
