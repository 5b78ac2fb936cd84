import type { Instance } from '@clouddisk/contract/files'
import { formatSize } from '@clouddisk/contract/format'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useMemo } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { language } from '../../lib/i18n.ts'
import { downloadRefusal, unreachableError } from '../../lib/save-file.ts'
import { Loading } from '../../ui/skeleton.tsx'
import { EncodingSelect, useChosenEncoding } from './encoding-select.tsx'
import { PreviewMessage } from './message.tsx'
import { t } from './strings.ts'
import { decodeText, detectEncoding, TEXT_SHOWN } from './text-content.ts'

interface TextViewProps {
  url: string
  onRetry: () => void
  item: Instance
}

/** Text as text: whatever it says, nothing of it is run. */
export function TextView({ url, onRetry, item }: TextViewProps): ReactElement {
  const { instanceName: name, fileSize: size } = item
  const start = useQuery({
    queryKey: ['text-content', url],
    queryFn: ({ signal }) => readStart(url, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
  const bytes = start.data
  const detected = useMemo(() => bytes && detectEncoding(bytes), [bytes])
  const [chosen, choose] = useChosenEncoding(item.instanceId)
  const encoding = chosen ?? detected
  const text = useMemo(() => bytes && encoding && decodeText(bytes, encoding), [bytes, encoding])
  if (start.error)
    return <PreviewMessage title={t('failedTitle')} text={errorMessage(start.error)} onRetry={onRetry} />
  if (text === undefined || detected === undefined) return <Loading label={t('loading')} />
  return (
    <section
      aria-label={name}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      tabIndex={0}
      className="h-full overflow-auto outline-none focus-visible:-outline-offset-2"
    >
      <div className="mx-auto my-6 w-[min(920px,calc(100%-32px))]">
        {text !== '' && <EncodingSelect detected={detected} chosen={chosen} onChoose={choose} />}
        <div className="rounded-m border border-line bg-bg p-6">
          {size > TEXT_SHOWN && (
            <p className="mb-4 rounded-m bg-info-soft px-3 py-2 text-secondary text-info">
              {t(item.fileAuth.includes('download') ? 'truncated' : 'truncatedOnly', {
                size: formatSize(TEXT_SHOWN),
              })}
            </p>
          )}
          {text === '' ? (
            <p className="text-secondary text-mut">{t('emptyText')}</p>
          ) : (
            <pre className="font-mono text-secondary break-words whitespace-pre-wrap select-text">{text}</pre>
          )}
        </div>
      </div>
    </section>
  )
}

async function readStart(url: string, signal: AbortSignal): Promise<Uint8Array> {
  const headers = { Range: `bytes=0-${TEXT_SHOWN - 1}`, 'Accept-Language': language }
  const answer = await fetch(url, { signal, headers }).catch(unreachableError)
  // An empty file has no first byte to ask for.
  if (answer.status === 416) return new Uint8Array()
  if (!answer.ok) throw await downloadRefusal(answer)
  return new Uint8Array(await answer.arrayBuffer())
}
