import { type ReactElement, useRef } from 'react'
import type { Size } from '../picture-geometry.ts'
import { ViewOnlyNote } from '../view-only-note.tsx'
import { PagePicture } from './page-picture.tsx'
import { PagesToolbar } from './pages-toolbar.tsx'
import { t } from './strings.ts'
import { usePages } from './use-pages.ts'

interface PagesViewProps {
  name: string
  /** Address of a page, without its number. */
  url: string
  count: number
  sizes: readonly Size[]
  /** The name that the pages bear. */
  reader: string
  /** The first page is there. */
  onShown: () => void
  onStale: () => Promise<unknown>
}

/** A file that may only be viewed, as pictures of its pages: those near the view are fetched. */
export function PagesView(props: PagesViewProps): ReactElement {
  const { name, url, count, sizes, reader, onShown, onStale } = props
  const scroller = useRef<HTMLDivElement>(null)
  const pages = usePages(scroller, count, sizes)
  return (
    <div className="flex h-full flex-col">
      <ViewOnlyNote text={t('viewOnly', { reader })} />
      <div className="relative min-h-0 flex-1">
        <div
          ref={scroller}
          role="document"
          aria-label={name}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling areas must be reachable by keyboard
          tabIndex={0}
          className="absolute inset-0 overflow-auto select-none focus-visible:-outline-offset-2 print:hidden"
        >
          <div
            className="relative mx-auto"
            style={{
              height: pages.virtualizer.getTotalSize(),
              width: widthOf(pages.virtualizer, pages.sizeOf),
            }}
          >
            {pages.virtualizer.getVirtualItems().map(({ index, key, start }) => {
              const { width, height } = pages.sizeOf(index + 1)
              return (
                <div
                  key={key}
                  className="absolute left-1/2 overflow-hidden rounded-[2px] bg-white shadow-3"
                  style={{ top: start, width, height, marginLeft: -width / 2 }}
                >
                  <PagePicture
                    url={url}
                    number={index + 1}
                    width={width}
                    onShown={index === 0 ? onShown : undefined}
                    onStale={onStale}
                  />
                </div>
              )
            })}
          </div>
        </div>
        <div className="pointer-events-none absolute inset-x-0 bottom-6 flex justify-center px-2 max-sm:bottom-3">
          <PagesToolbar pages={pages} count={count} />
        </div>
      </div>
    </div>
  )
}

const widthOf = (
  { getVirtualItems }: ReturnType<typeof usePages>['virtualizer'],
  sizeOf: (page: number) => Size,
): number => Math.max(0, ...getVirtualItems().map(({ index }) => sizeOf(index + 1).width))
