import { useQuery } from '@tanstack/react-query'
import { Download, RotateCw } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { language } from '../../lib/i18n.ts'
import { downloadRefusal, unreachableError } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { t } from './strings.ts'

/** Undefined if the user may not download the file. */
export type OnDownload = (() => void) | undefined

interface PreviewMessageProps {
  title: string
  text?: string | undefined
  /** Replaces the illustration of a broken file. */
  icon?: ReactElement | undefined
  onDownload?: OnDownload
  onRetry?: (() => void) | undefined
  children?: ReactNode
}

/** Shown in place of content: why it is not shown, and what the user can do. */
export function PreviewMessage(props: PreviewMessageProps): ReactElement {
  const { title, text, icon, onDownload, onRetry, children } = props
  return (
    <div role="status" className="h-full">
      <EmptyState illustration="broken" icon={icon} title={title} text={text}>
        {onRetry && (
          <Button icon={RotateCw} onClick={onRetry}>
            {t('retry')}
          </Button>
        )}
        {onDownload && (
          <Button variant="primary" icon={Download} onClick={onDownload}>
            {t('download')}
          </Button>
        )}
        {children}
      </EmptyState>
    </div>
  )
}

/** @param props.text advises to download the file. */
export const DownloadInstead = (props: PreviewMessageProps): ReactElement => (
  <PreviewMessage {...props} text={props.onDownload ? props.text : t('noDownload')} />
)

/**
 * Shown for content that the browser failed to load. Asks the server whether it refuses the content, such as
 * while its store is unavailable, before the file is called broken.
 */
export function LoadFailed(props: {
  url: string
  onRetry: () => void
  onDownload: OnDownload
  /** Replaces the message about a broken file. */
  otherwise?: ReactElement
}): ReactElement {
  const { url, onRetry, onDownload, otherwise } = props
  const query = useQuery({
    queryKey: ['content-refused', url],
    queryFn: ({ signal }) => refusalOf(url, signal),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  if (query.isPending) return <Loading label={t('loading')} />
  const refusal = query.data ?? query.error
  if (refusal)
    return <PreviewMessage title={t('failedTitle')} text={errorMessage(refusal)} onRetry={onRetry} />
  return otherwise ?? <BrokenContent onDownload={onDownload} />
}

export const BrokenContent = ({ onDownload }: { onDownload: OnDownload }): ReactElement => (
  <DownloadInstead title={t('brokenTitle')} text={t('brokenText')} onDownload={onDownload} />
)

/** Null if the server sends the content. */
async function refusalOf(url: string, signal: AbortSignal) {
  const headers = { Range: 'bytes=0-0', 'Accept-Language': language }
  const answer = await fetch(url, { signal, headers, cache: 'no-store' }).catch(unreachableError)
  if (!answer.ok && answer.status !== 416) return downloadRefusal(answer)
  await answer.body?.cancel()
  return null
}
