import { getDownloadUrl } from '@clouddisk/contract/downloads'
import { previewInstance } from '@clouddisk/contract/previews'
import type { ComponentProps, ReactElement } from 'react'
import { call } from '../../lib/api.ts'
import { PreviewWindow } from './preview-window.tsx'
import { type PreviewedFile, type PreviewSource, PreviewSourceProvider } from './source.ts'

const inputOf = ({ instanceId, versionId }: PreviewedFile) => ({
  instanceId,
  ...(versionId !== undefined && { versionId }),
})

const source: PreviewSource = {
  previewOf: (file, signal) => call(previewInstance, inputOf(file), signal && { signal }),
  addressOf: (file, signal) =>
    call(getDownloadUrl, { ...inputOf(file), mode: 'preview' }, signal && { signal }),
  hasChanges: true,
}

/** The preview of files in the drive. */
export const DrivePreview = (props: ComponentProps<typeof PreviewWindow>): ReactElement => (
  <PreviewSourceProvider value={source}>
    <PreviewWindow {...props} />
  </PreviewSourceProvider>
)
