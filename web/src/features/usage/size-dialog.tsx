import type { Instance } from '@clouddisk/contract/files'
import { formatSize } from '@clouddisk/contract/format'
import type { KindSize } from '@clouddisk/contract/usage'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { language } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { DetailList } from '../../ui/detail-list.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { FILLS } from './colors.ts'
import { sizeRequests } from './size-requests.ts'
import { sizesQuery } from './sizes.ts'
import { t } from './strings.ts'

/** How much chosen files and folders are; stands once in the page. */
export function SizeDialogs(): ReactElement | null {
  const request = sizeRequests.useOpen()
  return request ? (
    <SizeDialog key={request.id} items={request.question} onClose={() => request.answer()} />
  ) : null
}

const numbers = new Intl.NumberFormat(language)

/** Below it a size is in bytes anyway. */
const KB = 1024

const InFull = ({ size }: { size: number }): ReactElement => (
  <>
    {formatSize(size)}
    {size >= KB && (
      <span className="text-caption font-normal whitespace-pre text-mut">
        {t('bytes', { bytes: numbers.format(size) })}
      </span>
    )}
  </>
)

function SizeDialog({ items, onClose }: { items: readonly Instance[]; onClose: () => void }): ReactElement {
  const ids = items.map(({ instanceId }) => instanceId)
  // The sums are kept and there at once; what is counted follows.
  const kept = useQuery(sizesQuery(ids, false))
  const counted = useQuery(sizesQuery(ids, true))
  const sizes = counted.data ?? kept.data
  const error = counted.error ?? kept.error
  const [only] = items
  const one = items.length === 1 && only
  const folders = (sizes?.folderCount ?? 0) - (one && only.classifierId === 'Folder' ? 1 : 0)
  return (
    <Dialog
      open
      width={480}
      onOpenChange={(open) => !open && onClose()}
      title={t('sizeTitle')}
      description={one ? only.instanceName : t('sizeOfMany', { count: items.length })}
      footer={<Button onClick={onClose}>{t('done')}</Button>}
    >
      <div className="min-h-[300px]">
        {error ? (
          <ErrorState
            title={t('sizeFailed')}
            text={errorMessage(error)}
            onRetry={() => {
              void kept.refetch()
              void counted.refetch()
            }}
            retrying={kept.isFetching || counted.isFetching}
          />
        ) : sizes ? (
          <>
            <DetailList
              lines={[
                [t('sizeFiles'), numbers.format(sizes.fileCount)],
                folders > 0 && [t('sizeFolders'), numbers.format(folders)],
                [t('sizeTotal'), <InFull key="total" size={sizes.fileSize} />],
                sizes.versionsSize !== undefined && [
                  t('sizeVersions'),
                  <InFull key="versions" size={sizes.versionsSize} />,
                ],
                sizes.versionsSize !== undefined && [
                  t('sizeCharged'),
                  <strong key="charged" className="font-semibold">
                    <InFull size={sizes.fileSize + sizes.versionsSize} />
                  </strong>,
                ],
              ]}
            />
            {sizes.kinds ? <Kinds kinds={sizes.kinds} /> : <Loading />}
          </>
        ) : (
          <Loading />
        )}
      </div>
    </Dialog>
  )
}

function Kinds({ kinds }: { kinds: readonly KindSize[] }): ReactElement | null {
  const shown = kinds.filter(({ fileCount }) => fileCount > 0)
  if (shown.length === 0) return null
  return (
    <section className="mt-4 border-t border-line pt-3">
      <h3 className="mb-1.5 text-secondary font-semibold">{t('sizeKinds')}</h3>
      <ul>
        {shown.map(({ kind, fileSize, fileCount }) => (
          <li key={kind} className="flex h-8 items-center gap-2.5 text-secondary">
            <span
              aria-hidden
              className="size-2.5 shrink-0 rounded-[3px]"
              style={{ background: FILLS[kind] }}
            />
            <span className="min-w-0 flex-1 truncate">{t(kind)}</span>
            <span className="tabular text-mut">{t('kindFiles', { count: fileCount })}</span>
            <span className="tabular w-24 text-right">{formatSize(fileSize)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
