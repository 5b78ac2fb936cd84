import type { Instance } from '@clouddisk/contract/files'
import { formatSize } from '@clouddisk/contract/format'
import type { Preview, PreviewReason } from '@clouddisk/contract/previews'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, Suspense } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { limits } from '../../lib/limits.ts'
import { FileIcon } from '../../ui/file-icon.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { HtmlView } from './html-view.tsx'
import { TextView } from './lazy-text-view.tsx'
import { MediaView } from './media-view.tsx'
import { BrokenContent, DownloadInstead, type OnDownload, PreviewMessage } from './messages.tsx'
import type { Size } from './picture-geometry.ts'
import { PictureView } from './picture-view.tsx'
import { previewQuery } from './preview-query.ts'
import { usePreviewSource } from './source.ts'
import { t } from './strings.ts'

const ArchiveView = lazyPart(() => import('./archive/archive-view.tsx'), 'ArchiveView')
const PagesView = lazyPart(() => import('./pages/pages-view.tsx'), 'PagesView')
const PdfView = lazyPart(() => import('./pdf/pdf-view.tsx'), 'PdfView')

export interface ContentProps {
  item: Instance
  versionId: string | undefined
  /** The editor of a text is opened at once. */
  edit?: boolean | undefined
  onSize: (size: Size) => void
  onDownload: OnDownload
}

/** The content of a file as the server says that it can be shown; otherwise the reason and a download button. */
export function Content(props: ContentProps): ReactElement {
  const { item, versionId, onDownload } = props
  const query = useQuery(previewQuery(usePreviewSource(), item, versionId))
  // The address may have expired: each retry uses a new one.
  const renew = () => query.refetch()
  if (query.error)
    return <PreviewMessage title={t('failedTitle')} text={errorMessage(query.error)} onRetry={renew} />
  if (!query.data) return <Loading label={t('loading')} />
  const preview = query.data
  switch (preview.state) {
    case 'ready':
      return <ReadyContent {...props} preview={preview} renew={renew} />
    case 'converting':
      return <Converting item={item} preview={preview} />
    case 'failed':
      if (preview.reason === 'tooComplex' || preview.reason === 'tooLong')
        return <Unsupported item={item} preview={preview} onDownload={onDownload} />
      return <BrokenContent onDownload={onDownload} />
    case 'unsupported':
      return <Unsupported item={item} preview={preview} onDownload={onDownload} />
  }
}

interface ReadyProps extends ContentProps {
  preview: Preview
  renew: () => Promise<unknown>
}

function ReadyContent({
  preview,
  renew,
  item,
  versionId,
  edit,
  onSize,
  onDownload,
}: ReadyProps): ReactElement {
  const { kind, url = '' } = preview
  const shared = { name: item.instanceName, onSize, onDownload }
  switch (kind) {
    case 'picture':
      return <PictureView key={url} url={url} onRetry={renew} {...shared} />
    case 'pdf':
      return (
        <Suspense fallback={<Loading label={t('loading')} />}>
          <PdfView key={preview.versionId} url={url} onStale={renew} {...shared} />
        </Suspense>
      )
    case 'audio':
    case 'video':
      return (
        <MediaView
          kind={kind}
          url={url}
          versionId={preview.versionId}
          mark={preview.mark}
          reader={preview.reader}
          onStale={renew}
          ext={item.fileType}
          {...shared}
        />
      )
    case 'text':
      return <TextView key={url} url={url} onRetry={renew} item={item} versionId={versionId} edit={edit} />
    case 'archive':
      return (
        <Suspense fallback={<Loading label={t('loading')} />}>
          <ArchiveView
            key={url}
            url={url}
            item={item}
            versionId={versionId}
            onRetry={renew}
            onDownload={onDownload}
          />
        </Suspense>
      )
    case 'pages':
      return (
        <Suspense fallback={<Loading label={t('loading')} />}>
          <PagesView
            key={url}
            url={url}
            name={item.instanceName}
            count={preview.pages ?? 1}
            sizes={preview.pageSizes ?? []}
            reader={preview.reader ?? ''}
            onShown={() => preview.width && preview.height && onSize(preview as Size)}
            onStale={renew}
          />
        </Suspense>
      )
    case 'html':
      return <HtmlView key={url} url={url} onRetry={renew} item={item} versionId={versionId} />
    default:
      return <Unsupported item={item} preview={preview} onDownload={onDownload} />
  }
}

function Converting({ item, preview }: { item: Instance; preview: Preview }): ReactElement {
  const { progress, waitingBefore: count = 0 } = preview
  const [title, text] =
    count > 0 ? [t('waitingTitle'), t('waitingText', { count })] : [t('convertingTitle'), t('convertingText')]
  const icon = <FileIcon ext={item.fileType} size={72} />
  return (
    <PreviewMessage title={title} text={text} icon={icon}>
      {count === 0 && (
        <span className="flex w-60 items-center gap-3 text-caption text-mut">
          <ProgressBar
            label={title}
            value={progress ?? 0}
            tone={progress === undefined ? 'striped' : 'info'}
            className="flex-1"
          />
          {progress !== undefined && (
            <span aria-hidden className="tabular">
              {Math.floor(progress * 100)}%
            </span>
          )}
        </span>
      )}
    </PreviewMessage>
  )
}

interface UnsupportedProps extends Pick<ContentProps, 'item' | 'onDownload'> {
  preview: Preview
}

function Unsupported({ item, preview, onDownload }: UnsupportedProps): ReactElement {
  const { reason = 'type', width = 0, height = 0 } = preview
  const isFolder = reason === 'folder'
  const icon = <FileIcon ext={item.fileType} folder={isFolder} size={72} />
  const size = formatSize(limits().previewBytesMax)
  const message = {
    folder: () => [t('folderTitle'), t('folderText')],
    type: () => [t('typeTitle'), t('typeText')],
    format: () => [t('formatTitle'), t('typeText')],
    unplayable: () => [t('videoTitle'), t('videoText')],
    tooLarge: () => [t('largeTitle'), t('largeText', { limit: size })],
    tooManyPixels: () => [
      t('pixelsTitle'),
      t('pixelsText', { width, height, limit: limits().previewPixelsMax }),
    ],
    broken: () => [t('brokenTitle'), t('brokenText')],
    tooComplex: () => [t('complexTitle'), t('complexText')],
    tooLong: () => [t('longTitle'), t('longText')],
    encrypted: () => [t('encryptedTitle'), t('encryptedText')],
  } satisfies Record<PreviewReason, () => string[]>
  const [title = '', text] = message[reason]()
  if (isFolder) return <PreviewMessage title={title} text={text} icon={icon} />
  return <DownloadInstead title={title} text={text} icon={icon} onDownload={onDownload} />
}
