import { clsx } from 'clsx'
import type { ReactElement } from 'react'
import { showKeys } from '../lib/keys.ts'

/** A key combination as it is printed: `<Kbd keys="Mod+Shift+C" />`. */
export function Kbd({ keys, className }: { keys: string; className?: string }): ReactElement {
  return (
    <kbd
      className={clsx(
        'inline-flex h-5 items-center rounded-[5px] border border-line-2 px-1.5 font-sans text-micro whitespace-nowrap text-mut',
        className,
      )}
    >
      {showKeys(keys)}
    </kbd>
  )
}
