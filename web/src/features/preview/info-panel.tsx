import type { Instance } from '@clouddisk/contract/files'
import { formatSize } from '@clouddisk/contract/format'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { ReactElement } from 'react'
import { formatFullDateTime } from '../../lib/format-date-time.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { exifQuery, mayHaveExif } from './exif.ts'
import type { Size } from './picture-geometry.ts'
import { previewQuery } from './preview-query.ts'
import { usePreviewSource } from './source.ts'
import { t } from './strings.ts'

/** Properties of the previewed file. */
export function InfoPanel(props: {
  item: Instance
  versionId: string | undefined
  pixels: Size | undefined
  onClose: () => void
}): ReactElement {
  const { item, versionId, pixels, onClose } = props
  const source = usePreviewSource()
  const kind = useQuery(previewQuery(source, item, versionId)).data?.kind
  // The file itself is not sent to those who may only view it.
  const photo = useQuery({
    ...exifQuery(source, item, versionId),
    enabled: mayHaveExif(item) && kind !== undefined && kind !== 'pages',
  }).data
  const facts: readonly (readonly [string, string] | false)[] = [
    [t('type'), item.fileType ? t('fileOf', { ext: item.fileType.toUpperCase() }) : t('plainFile')],
    [t('size'), formatSize(item.fileSize)],
    pixels !== undefined && [t('pixels'), `${pixels.width} × ${pixels.height}`],
    item.instancePath !== '' && [t('location'), item.instancePath.split('/').join(' / ')],
    [t('created'), `${item.createUser} · ${formatFullDateTime(item.createTime)}`],
    [t('modified'), `${item.updateUser} · ${formatFullDateTime(item.updateTime)}`],
  ]
  return (
    <aside
      aria-label={t('info')}
      className="w-[336px] shrink-0 overflow-y-auto border-l border-line bg-bg max-md:absolute max-md:inset-y-0 max-md:right-0 max-md:z-10 max-md:w-full"
    >
      <div className="flex h-14 items-center justify-between pr-3 pl-5">
        <h2 className="text-section font-semibold">{t('info')}</h2>
        <IconButton icon={X} label={t('info')} onClick={onClose} />
      </div>
      <FactList facts={facts} />
      {photo && photo.length > 0 && (
        <section className="border-t border-line pt-3">
          <h3 className="px-5 pb-2 text-secondary font-semibold">{t('photo')}</h3>
          <FactList facts={photo} />
        </section>
      )}
    </aside>
  )
}

const FactList = ({ facts }: { facts: readonly (readonly [string, string] | false)[] }): ReactElement => (
  <dl className="grid grid-cols-[76px_1fr] gap-x-3 gap-y-2 px-5 pb-6 text-secondary">
    {facts.map(
      (fact) =>
        fact && (
          <div key={fact[0]} className="contents">
            <dt className="text-mut">{fact[0]}</dt>
            <dd className="break-words select-text">{fact[1]}</dd>
          </div>
        ),
    )}
  </dl>
)
