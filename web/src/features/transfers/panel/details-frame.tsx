import { splitName } from '@clouddisk/contract/names'
import { ArrowLeft, ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { FileIcon } from '../../../ui/file-icon.tsx'
import { FileName } from '../../../ui/file-name.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { t } from '../strings.ts'
import { RovingToolbar } from './toolbar.tsx'

/** A line with the value null is left out. */
export type DetailLine = readonly [label: string, value: ReactNode]

interface DetailsFrameProps<T> {
  items: readonly T[]
  nameOf: (item: T) => string
  linesOf: (item: T) => readonly DetailLine[]
  onBack: () => void
}

/** Details of the selected transfers, one at a time, in place of the list. */
export function DetailsFrame<T>({ items, nameOf, linesOf, onBack }: DetailsFrameProps<T>): ReactElement {
  const [place, setPlace] = useState(0)
  const index = Math.min(place, items.length - 1)
  const item = items[index]
  return (
    <>
      <RovingToolbar label={t('details')}>
        <Button
          variant="bare"
          size="small"
          icon={ArrowLeft}
          onClick={onBack}
          className="-ml-1.5 !font-normal"
        >
          {t('back')}
        </Button>
        {items.length > 1 && (
          <span className="tabular ml-auto flex items-center gap-1 text-secondary text-mut">
            <IconButton
              size="small"
              icon={ChevronLeft}
              label={t('previous')}
              disabled={index === 0}
              onClick={() => setPlace(index - 1)}
            />
            {t('ofSelected', { index: index + 1, count: items.length })}
            <IconButton
              size="small"
              icon={ChevronRight}
              label={t('next')}
              disabled={index === items.length - 1}
              onClick={() => setPlace(index + 1)}
            />
          </span>
        )}
      </RovingToolbar>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto px-6 py-5 focus-visible:-outline-offset-2">
        {item !== undefined && <Details name={nameOf(item)} lines={linesOf(item)} />}
      </div>
    </>
  )
}

function Details({ name, lines }: { name: string; lines: readonly DetailLine[] }): ReactElement {
  return (
    <>
      <h3 className="flex items-center gap-3 text-section font-semibold">
        <FileIcon ext={splitName(name).ext} size={30} />
        <FileName name={name} />
      </h3>
      <dl className="mt-4 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-2.5 text-secondary">
        {lines.map(
          ([label, value]) =>
            value !== null && (
              <div key={label} className="contents">
                <dt className="text-mut">{label}</dt>
                <dd className="break-words">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </>
  )
}
