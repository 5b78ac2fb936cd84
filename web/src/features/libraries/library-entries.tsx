import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Library as LibraryIcon } from 'lucide-react'
import type { MouseEvent, ReactElement } from 'react'
import { extensionFor } from '../../lib/extension-points.ts'
import { iconOf, myLibrariesQuery } from './data.ts'

/** Below the menu's entry: libraries that the main menu shows, with their icons. */
export function LibraryEntries({ onChosen }: { onChosen?: (() => void) | undefined }): ReactElement | null {
  const { data } = useQuery(myLibrariesQuery)
  if (!data) return null
  return (
    <ul className="flex flex-col gap-0.5">
      {data.list
        .filter(({ menuDisplay }) => menuDisplay)
        .map((library) => {
          const icon = iconOf(library, 'menu')
          return (
            <li key={library.libraryId}>
              <a
                href={`/disk/library?id=${library.libraryId}`}
                title={library.libraryName}
                onClick={(event) => {
                  if (!isPlainClick(event)) return
                  event.preventDefault()
                  extensionFor('navigation')?.openLibrary(library.libraryId)
                  onChosen?.()
                }}
                className={clsx(
                  'flex h-8 w-full items-center gap-2 rounded-m px-2.5 text-left text-secondary outline-side-focus transition-colors hover:bg-side-hover pointer-coarse:h-11',
                )}
              >
                {icon ? (
                  <img src={icon} alt="" className="size-4 shrink-0 object-contain" />
                ) : (
                  <LibraryIcon size={16} aria-hidden />
                )}
                <span className="truncate">{library.libraryName}</span>
              </a>
            </li>
          )
        })}
    </ul>
  )
}

/** Of what a click opens elsewhere the browser takes care. */
const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
