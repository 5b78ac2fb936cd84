import type { Preview } from '@clouddisk/contract/previews'
import { createContext, useContext } from 'react'

/** What a preview asks the server: people in the drive and visitors of links have different calls for it. */
export interface PreviewSource {
  /** How a file can be shown. */
  previewOf(file: PreviewedFile, signal?: AbortSignal): Promise<Preview>
  /** A new address of its content. */
  addressOf(file: PreviewedFile, signal?: AbortSignal): Promise<string>
  /** Whether files can be edited and extracted here, by people who may do that. */
  readonly hasChanges: boolean
}

export interface PreviewedFile {
  readonly instanceId: string
  /** An earlier version, instead of the current content. */
  readonly versionId?: string | undefined
}

const SourceContext = createContext<PreviewSource | undefined>(undefined)
export const PreviewSourceProvider = SourceContext.Provider

export function usePreviewSource(): PreviewSource {
  const source = useContext(SourceContext)
  if (!source) throw new Error('a preview without a source of its files')
  return source
}
