import type { Instance } from '@clouddisk/contract/files'
import { formatSize } from '@clouddisk/contract/format'
import { Download, Eye, FolderInput } from 'lucide-react'
import type { ReactElement } from 'react'
import { formatDateTime } from '../lib/format-date-time.ts'
import { usePageTitle } from '../lib/page-title.ts'
import { Button } from '../ui/button.tsx'
import { useDownload } from './download.ts'
import { mayDownload } from './downloadable.ts'
import { LinkCard } from './link-card.tsx'
import { mayPreview, preview } from './preview/preview-host.tsx'
import { maySave, save, useSavePending } from './save/save-host.tsx'
import { t } from './strings.ts'

/** A link to one file. */
export function SingleFile({ file, owner }: { file: Instance; owner: string }): ReactElement {
  usePageTitle(file.instanceName)
  useSavePending()
  const { busy, start } = useDownload()
  const about = [t('sharedBy', { owner }), formatSize(file.fileSize), formatDateTime(file.updateTime)]
  return (
    <LinkCard ext={file.fileType} title={file.instanceName} text={about.join(' · ')}>
      <div className="flex flex-col gap-3">
        {mayDownload(file) ? (
          <Button
            variant="primary"
            size="large"
            icon={Download}
            busy={busy}
            className="w-full"
            onClick={() => void start([file])}
          >
            {t('download')}
          </Button>
        ) : (
          <p className="text-secondary text-mut">{t('viewOnly')}</p>
        )}
        {maySave(file) && (
          <Button size="large" icon={FolderInput} className="w-full" onClick={() => save([file])}>
            {t('save')}
          </Button>
        )}
        {mayPreview(file) && (
          <Button
            variant={mayDownload(file) ? 'outline' : 'primary'}
            size="large"
            icon={Eye}
            className="w-full"
            onClick={() => preview(file)}
          >
            {t('preview')}
          </Button>
        )}
      </div>
    </LinkCard>
  )
}
