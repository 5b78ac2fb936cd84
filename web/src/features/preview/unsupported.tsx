import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { language } from '../../lib/i18n.ts'
import { downloadRefusal, unreachableError } from '../../lib/save-file.ts'
import { Loading } from '../../ui/skeleton.tsx'
import { downloadAdvice, PreviewMessage } from './message.tsx'
import { t } from './strings.ts'

/**
 * In the place of what the browser could not show. It does not say why: the server is asked whether it refuses the content, as
 * while its store is away, before anybody is told that the file is broken.
 */
export function LoadFailed(props: {
  url: string
  onRetry: () => void
  onDownload: (() => void) | undefined
  /** In the place of what is said of a broken file. */
  otherwise?: ReactElement
}): ReactElement {
  const { url, onRetry, onDownload, otherwise } = props
  const asked = useQuery({
    queryKey: ['content-refused', url],
    queryFn: ({ signal }) => refusedAt(url, signal),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  if (asked.isPending) return <Loading label={t('loading')} />
  const refused = asked.data ?? asked.error
  if (refused)
    return <PreviewMessage title={t('failedTitle')} text={errorMessage(refused)} onRetry={onRetry} />
  return otherwise ?? <BrokenContent onDownload={onDownload} />
}

export function BrokenContent({ onDownload }: { onDownload: (() => void) | undefined }): ReactElement {
  const text = downloadAdvice(onDownload, t('brokenText'))
  return <PreviewMessage title={t('brokenTitle')} text={text} onDownload={onDownload} />
}

/** Null where it is given out. */
async function refusedAt(url: string, signal: AbortSignal) {
  const headers = { Range: 'bytes=0-0', 'Accept-Language': language }
  const answer = await fetch(url, { signal, headers, cache: 'no-store' }).catch(unreachableError)
  if (!answer.ok && answer.status !== 416) return downloadRefusal(answer)
  await answer.body?.cancel()
  return null
}
