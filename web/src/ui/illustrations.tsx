import { line, sheet } from './empty-state.tsx'

/** Illustrations of lazily loaded views; not in the first load. */

export const starIllustration = (
  <>
    {sheet}
    <path
      d="m60 34 7.6 15.4 17 2.5-12.3 12 2.9 16.9L60 72.8l-15.2 8 2.9-16.9-12.3-12 17-2.5L60 34Z"
      className={`fill-field ${line}`}
      strokeLinejoin="round"
    />
  </>
)

export const trashIllustration = (
  <>
    <path
      d="M38 32h44l-3.6 46a5 5 0 0 1-5 4.6H46.6a5 5 0 0 1-5-4.6L38 32Z"
      className={`fill-field ${line}`}
    />
    <path
      d="M32 26h56a3 3 0 0 1 3 3v3H29v-3a3 3 0 0 1 3-3Zm18 0 2-7h16l2 7"
      className={`fill-press ${line}`}
    />
    <path d="M52 44v26M60 44v26M68 44v26" className="stroke-line-2 stroke-[3]" strokeLinecap="round" />
  </>
)

export const transferIllustration = (
  <>
    <rect x="22" y="20" width="76" height="60" rx="8" className={`fill-field ${line}`} />
    <path
      d="M46 62V40m-8 8 8-8 8 8M74 38v22m8-8-8 8-8-8"
      className="stroke-ctl stroke-[3.5]"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </>
)

export const lockIllustration = (
  <>
    <path d="M44 42V32a16 16 0 0 1 32 0v10" className="stroke-line-2 stroke-[6]" />
    <rect x="32" y="42" width="56" height="40" rx="7" className={`fill-field ${line}`} />
    <circle cx="60" cy="58" r="5" className="fill-ctl" />
    <path d="M60 60v9" className="stroke-ctl stroke-[4]" strokeLinecap="round" />
  </>
)

export const peopleIllustration = (
  <>
    <circle cx="36" cy="42" r="9" className={`fill-press ${line}`} />
    <path d="M20 76V70a14 14 0 0 1 14-14h6v20H20Z" className={`fill-press ${line}`} strokeLinejoin="round" />
    <circle cx="84" cy="42" r="9" className={`fill-press ${line}`} />
    <path
      d="M100 76V70a14 14 0 0 0-14-14h-6v20h20Z"
      className={`fill-press ${line}`}
      strokeLinejoin="round"
    />
    <circle cx="60" cy="32" r="13" className={`fill-field ${line}`} />
    <path
      d="M36 82V73a20 20 0 0 1 20-20h8a20 20 0 0 1 20 20v9H36Z"
      className={`fill-field ${line}`}
      strokeLinejoin="round"
    />
  </>
)
