import { clsx } from 'clsx'
import type { ReactElement } from 'react'

/** Folders as people read them, of a path with slashes. */
const shownPath = (folders: readonly string[]): string => folders.join(' / ')

/** The last two folders of a path, where there is no space for all. */
export function lastFolders(path: string): string {
  const folders = path.split('/')
  return shownPath(folders.length > 2 ? ['…', ...folders.slice(-2)] : folders)
}

interface PathTextProps {
  /** Names of folders, with slashes. */
  path: string
  className?: string | undefined
}

/** The folders something lies in, on one line; the first ones are cut off, as the last ones tell places apart. */
export function PathText({ path, className }: PathTextProps): ReactElement {
  const text = shownPath(path.split('/'))
  return (
    // Text is cut off where a line ends: at the left, as if it were written from right to left.
    <span dir="rtl" title={text} className={clsx('block min-w-0 truncate text-left', className)}>
      <bdi dir="ltr">{text}</bdi>
    </span>
  )
}
