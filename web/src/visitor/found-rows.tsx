import { type ReactElement, useEffect } from 'react'
import { plural, texts } from '../lib/i18n.ts'
import { announce } from '../ui/announcer.tsx'
import { Marked } from '../ui/marks.tsx'
import { PathText } from '../ui/path-text.tsx'
import { openFolder, searchFor } from './address.ts'
import type { ListedItem } from './calls.ts'
import { FileRow } from './file-row.tsx'
import type { ItemsProps } from './items-props.ts'
import { Rows } from './rows.tsx'
import { t } from './strings.ts'

const own = texts('visitor-search', {
  found: ['找到 {{count}} 项', plural('{{count}} result', '{{count}} results')],
  openPlace: ['打开“{{path}}”', 'Open {{path}}'],
  truncated: [
    '结果较多，只显示前 {{count}} 项。请补充关键词。',
    'There are more results; the first {{count}} are shown. Add a word.',
  ],
})

export interface FoundRowsProps extends ItemsProps {
  keyword: string
  total: number
  truncated: boolean
  /** The folder that the link opens; undefined for a link to several items. */
  rootId: string | undefined
  /** The folder that is open. */
  folderId: string | undefined
}

/** What a search found: rows that say where they are. */
export function FoundRows(props: FoundRowsProps): ReactElement {
  const { items, selection, onPreview, keyword, total, truncated, rootId, folderId } = props
  useEffect(() => announce(own('found', { count: total })), [total])
  const openPlace = ({ parentId }: ListedItem) => {
    const id = parentId === '' || parentId === rootId ? undefined : parentId
    if (id === folderId) searchFor(undefined)
    else openFolder(id)
  }
  return (
    <>
      <Rows items={items} selection={selection} onPreview={onPreview}>
        {(item, { key, ...row }) => {
          const path = item.instancePath || t('allFiles')
          return (
            <FileRow
              key={key}
              {...row}
              name={
                <span className="block truncate" title={item.instanceName}>
                  <Marked text={item.instanceName} keyword={keyword} marks={item.match?.marks} />
                </span>
              }
              place={
                <button
                  type="button"
                  aria-label={own('openPlace', { path: path.replaceAll('/', ' / ') })}
                  className="relative block min-h-6 max-w-full rounded-s text-caption text-mut hover:text-accent-text hover:underline"
                  onClick={() => openPlace(item)}
                >
                  <PathText path={path} />
                </button>
              }
            />
          )
        }}
      </Rows>
      {truncated && (
        <p className="border-t border-line px-5 py-3 text-secondary text-mut max-md:px-4">
          {own('truncated', { count: total })}
        </p>
      )}
    </>
  )
}
