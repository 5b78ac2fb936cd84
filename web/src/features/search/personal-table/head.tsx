import { Download, FolderUp, Trash2, Upload } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { type UploadExtension, useExtension } from '../../../lib/extension-points.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SplitButton } from '../../../ui/split-button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { t as found } from '../strings.ts'
import { exportTable } from './export-table.ts'
import { t } from './strings.ts'
import type { exportInput } from './table-view.ts'

const ROOT = { instanceId: '0', instanceName: t('personalFiles'), path: [t('personalFiles')] }

export interface TableHeadProps {
  /** Undefined while it is not known. */
  total: number | undefined
  exported: () => ReturnType<typeof exportInput>
}

/** Title, number of items, and what is done with the table as a whole. */
export function TableHead({ total, exported }: TableHeadProps): ReactElement {
  const upload = useExtension('upload')
  const [saving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    await exportTable(exported(), total ?? 0)
    setSaving(false)
  }
  return (
    <div className="flex h-15 shrink-0 items-center gap-2 px-6 max-md:h-13 max-md:px-4">
      <h1 className="text-page font-semibold max-md:sr-only">{t('title')}</h1>
      <p role="status" className="tabular ml-1 truncate text-secondary text-mut">
        {total !== undefined && t('count', { count: total })}
      </p>
      <span className="flex-1" />
      <Button icon={Trash2} onClick={() => toast.info(t('selectFirst'))}>
        <span className="max-md:sr-only">{found('delete')}</span>
      </Button>
      <Button icon={Download} busy={saving} onClick={() => total !== undefined && void save()}>
        <span className="max-md:sr-only">{t('export')}</span>
      </Button>
      {upload && <UploadButton upload={upload} />}
    </div>
  )
}

const UploadButton = ({ upload }: { upload: UploadExtension }): ReactElement => (
  <SplitButton
    label={t('upload')}
    icon={Upload}
    onClick={() => upload.pickFiles(ROOT)}
    menuLabel={t('uploadMore')}
    groups={[
      [
        {
          name: 'table.upload-files',
          label: t('uploadFiles'),
          icon: Upload,
          run: () => upload.pickFiles(ROOT),
        },
        {
          name: 'table.upload-folder',
          label: t('uploadFolder'),
          icon: FolderUp,
          run: () => upload.pickFolder(ROOT),
        },
      ],
    ]}
  />
)

/** In the place of the rows where there are no files at all. */
export function NoFiles(): ReactElement {
  const upload = useExtension('upload')
  return (
    <EmptyState illustration="folder" title={t('emptyTitle')} text={t('emptyText')}>
      {upload && <UploadButton upload={upload} />}
    </EmptyState>
  )
}
