import type { Import } from '@clouddisk/contract/imports'
import type { FolderTarget } from '../../lib/extension-points.ts'
import { createRequests } from '../../lib/requests.ts'

/** What a dialog of imports is opened for: an import into a folder, perhaps one of before again, or a report. */
export type ImportRequest =
  | { readonly target: FolderTarget; readonly again?: Import }
  | { readonly reportId: string }

export const importRequests = createRequests<ImportRequest, void>()
