import type { Instance } from '@clouddisk/contract/files'
import type { Encoding } from '@clouddisk/contract/text-encoding'
import { type ReactElement, type Ref, Suspense, useMemo } from 'react'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Loading } from '../../../ui/skeleton.tsx'
import { CsvTable } from './csv-table.tsx'
import { LargeText } from './large-text.tsx'
import type { TextStart } from './read-text.ts'
import { t } from './strings.ts'
import { delimiterOf } from './table.ts'
import type { TextActions } from './text-actions.ts'
import type { ViewMode } from './text-tools.tsx'
import { useTextSource } from './use-text-source.ts'

const CodeView = lazyPart(() => import('./code-view.tsx'), 'CodeView')
const MarkdownView = lazyPart(() => import('./markdown-view.tsx'), 'MarkdownView')

interface TextBodyProps {
  item: Instance
  url: string
  start: TextStart
  /** All of it, or the beginning. */
  text: string
  encoding: Encoding
  mode: ViewMode
  wrap: boolean
  finding: boolean
  onFindClose: () => void
  onRetry: () => void
  /** A fresh address of the content. */
  renew: () => Promise<string>
  ref: Ref<TextActions>
}

/** The text in the chosen view. */
export function TextBody(props: TextBodyProps): ReactElement {
  const { item, start, text, mode, wrap, finding, onFindClose, ref } = props
  const { instanceName: name } = item
  if (text === '') return <EmptyState illustration="folder" title={t('emptyText')} />
  if (mode === 'table' || !start.isWhole) return <WindowedText {...props} />
  return (
    <Suspense fallback={<Loading label={t('loading')} />}>
      {mode === 'rendered' ? (
        <MarkdownView text={text} />
      ) : (
        <CodeView ref={ref} name={name} text={text} wrap={wrap} finding={finding} onFindClose={onFindClose} />
      )}
    </Suspense>
  )
}

/** What is read in windows by a worker. */
function WindowedText(props: TextBodyProps): ReactElement {
  const { item, url, start, text, encoding, mode, wrap, finding, onFindClose, onRetry, renew, ref } = props
  const isTable = mode === 'table'
  const { size, versionId } = start
  const source = useTextSource({ url, size, versionId, encoding, quoted: isTable, renew })
  const delimiter = useMemo(() => delimiterOf(text, item.fileType), [text, item.fileType])
  if (!source) return <Loading label={t('loading')} />
  const shared = { name: item.instanceName, source, finding, onFindClose, onRetry, ref }
  if (isTable) return <CsvTable {...shared} delimiter={delimiter} sample={text} />
  return <LargeText {...shared} size={size} wrap={wrap} />
}
