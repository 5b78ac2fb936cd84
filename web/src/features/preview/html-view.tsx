import type { Instance } from '@clouddisk/contract/files'
import { useQuery } from '@tanstack/react-query'
import { Code, Globe } from 'lucide-react'
import { type ReactElement, useMemo, useState } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { language } from '../../lib/i18n.ts'
import { downloadRefusal, unreachableError } from '../../lib/save-file.ts'
import { SegmentedControl } from '../../ui/segmented.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { safePage } from './html-page.ts'
import { TextView } from './lazy-text-view.tsx'
import { PreviewMessage } from './messages.tsx'
import { t } from './strings.ts'

interface HtmlViewProps {
  url: string
  onRetry: () => void
  item: Instance
  versionId: string | undefined
}

/** Larger pages are shown as text. */
const RENDERED_MAX = 8 * 1024 * 1024

/** A web page in a frame without scripts and network, or its source. */
export function HtmlView(props: HtmlViewProps): ReactElement {
  const mayRender = props.item.fileSize <= RENDERED_MAX
  const [view, setView] = useState<'page' | 'source'>(mayRender ? 'page' : 'source')
  return (
    <div className="relative h-full">
      {view === 'page' ? <RenderedPage {...props} /> : <TextView {...props} />}
      {mayRender && (
        <div className="absolute bottom-6 left-1/2 -translate-x-1/2 rounded-l border border-line-2 bg-pop p-1.5 shadow-3">
          <SegmentedControl
            label={t('htmlView')}
            value={view}
            onChange={setView}
            options={[
              { value: 'page', label: t('htmlPage'), icon: Globe },
              { value: 'source', label: t('htmlSource'), icon: Code },
            ]}
          />
        </div>
      )}
    </div>
  )
}

function RenderedPage({ url, onRetry, item }: HtmlViewProps): ReactElement {
  const content = useQuery({
    queryKey: ['html-content', url],
    queryFn: ({ signal }) => readAll(url, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
  const page = useMemo(() => content.data && safePage(content.data), [content.data])
  if (content.error)
    return <PreviewMessage title={t('failedTitle')} text={errorMessage(content.error)} onRetry={onRetry} />
  if (page === undefined) return <Loading label={t('loading')} />
  return <iframe srcDoc={page} sandbox="" title={item.instanceName} className="size-full border-0 bg-white" />
}

async function readAll(url: string, signal: AbortSignal): Promise<Uint8Array> {
  const answer = await fetch(url, { signal, headers: { 'Accept-Language': language } }).catch(
    unreachableError,
  )
  if (!answer.ok) throw await downloadRefusal(answer)
  return new Uint8Array(await answer.arrayBuffer())
}
