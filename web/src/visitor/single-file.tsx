import type { Instance } from '@clouddisk/contract/files'
import { formatSize } from '@clouddisk/contract/format'
import { Download } from 'lucide-react'
import type { ReactElement } from 'react'
import { formatDateTime } from '../lib/format-date-time.ts'
import { usePageTitle } from '../lib/page-title.ts'
import { Button } from '../ui/button.tsx'
import { useDownload } from './download.ts'
import { mayDownload } from './downloadable.ts'
import { LinkCard } from './link-card.tsx'
import { t } from './strings.ts'

/** A link to one file. */
export function SingleFile({ file, owner }: { file: Instance; owner: string }): ReactElement {
  usePageTitle(file.instanceName)
  const { busy, start } = useDownload()
  const about = [t('sharedBy', { owner }), formatSize(file.fileSize), formatDateTime(file.updateTime)]
  return (
    <LinkCard ext={file.fileType} title={file.instanceName} text={about.join(' · ')}>
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
    </LinkCard>
  )
}
