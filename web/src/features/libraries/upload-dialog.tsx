import { prepareLibraryUpload } from '@clouddisk/contract/libraries'
import type { LibraryAttribute } from '@clouddisk/contract/library-attributes'
import { CircleAlert, FilePlus } from 'lucide-react'
import { type ReactElement, useRef, useState } from 'react'
import { call } from '../../lib/api.ts'
import { extensionFor, type FolderTarget } from '../../lib/extension-points.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog, type Submission, useSubmission } from '../../ui/form-dialog.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { t } from './strings.ts'
import { ValuesFields } from './values-fields.tsx'
import { refuseValues, useValuesForm } from './values-form.ts'

interface UploadDialogProps extends DialogControl {
  target: FolderTarget
  attributes: readonly LibraryAttribute[]
}

/** Files with the attributes that they get; the server keeps these until the files are there. */
export function UploadDialog({ target, attributes, ...dialog }: UploadDialogProps): ReactElement {
  const [files, setFiles] = useState<readonly File[]>([])
  const [isMissing, setMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const form = useValuesForm(attributes, {})
  const send = async () => {
    if (files.length === 0) return
    await call(prepareLibraryUpload, {
      folderId: target.instanceId,
      fileNames: files.map(({ name }) => name),
      values: attributes.map(({ attributeId }) => ({ attributeId, value: form.values[attributeId] || null })),
    })
    dialog.onOpenChange(false)
    extensionFor('upload')?.uploadFiles(files, target)
  }
  const submission = useSubmission(form, send, (error) => refuseValues(form, error, t('notStarted')))
  const onSubmit: Submission['onSubmit'] = (event) => {
    setMissing(files.length === 0)
    submission.onSubmit(event)
  }
  return (
    <FormDialog
      {...dialog}
      width={600}
      submission={{ ...submission, onSubmit }}
      dirty={form.dirty || files.length > 0}
      title={t('uploadTo', { name: target.instanceName })}
      button={t('start')}
      className="flex flex-col gap-4"
    >
      <div>
        <div className="flex flex-wrap items-center gap-3">
          <input
            ref={input}
            type="file"
            multiple
            aria-label={t('chooseFiles')}
            className="sr-only"
            tabIndex={-1}
            onChange={({ target: { files: chosen } }) => {
              setFiles([...(chosen ?? [])])
              setMissing(false)
            }}
          />
          <Button icon={FilePlus} onClick={() => input.current?.click()}>
            {t('chooseFiles')}
          </Button>
          {files.length > 0 && (
            <span className="text-secondary text-fg-2">{t('chosenFiles', { count: files.length })}</span>
          )}
        </div>
        {isMissing && (
          <p role="alert" className="mt-1.5 flex items-start gap-1.5 text-caption text-danger">
            <CircleAlert size={13} className="mt-px" aria-hidden />
            {t('filesMissing')}
          </p>
        )}
        {files.length > 0 && (
          <ul className="mt-2 max-h-28 overflow-y-auto text-caption text-mut">
            {files.map((file) => (
              <li key={`${file.name} ${file.size}`} className="truncate">
                {file.name}
              </li>
            ))}
          </ul>
        )}
        {files.length > 1 && <p className="mt-2 text-caption text-mut">{t('sameValues')}</p>}
      </div>
      <ValuesFields attributes={attributes} form={form} isFixed={() => false} />
    </FormDialog>
  )
}
