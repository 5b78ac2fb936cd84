import type { FolderPickerExtension, FolderPickerRequest, FolderTarget } from '../../lib/extension-points.ts'
import { createRequests } from '../../lib/requests.ts'

/** Requests to the folder picker (A§2), shown by folder-picker.tsx. */
export const folderPickerRequests = createRequests<FolderPickerRequest, FolderTarget | undefined>()

export const folderPickerExtension: FolderPickerExtension = {
  pick: (question) => folderPickerRequests.ask(question),
}
