import { checkSelection } from '@clouddisk/client/uploads/check-selection'
import { folderTrees } from '@clouddisk/client/uploads/folder-trees'
import type { Language } from '@clouddisk/contract/errors'
import { batchCreateFolder, getInstanceProperty } from '@clouddisk/contract/files'
import { formatSize } from '@clouddisk/contract/format'
import type { HelperRequest } from '@clouddisk/contract/local-helper'
import { checkToken, requireUser } from './check-token.ts'
import { type ListedFile, type Listing, listFiles, listFolder, TooManyFiles } from './list-files.ts'
import { HelperRefusal } from './refusal.ts'
import { textOf } from './strings.ts'
import type { HelperWork } from './work.ts'

/** An upload that a page asks for: the person chooses what, and the page only where to (R209). */

export type UploadRequest = Extract<HelperRequest, { operation: 'upload' }>

export interface StartedUpload {
  readonly parentId: string
  /** Of the transfers. */
  readonly ids: readonly string[]
  /** Number of files that were left out. */
  readonly skipped: number
}

/** @throws HelperRefusal, or an error with a message for the person. */
export async function startUpload(
  work: HelperWork,
  request: UploadRequest,
  language: Language,
): Promise<StartedUpload> {
  const { fileParentId: parentId, token } = request
  const userId = await checkToken(work, { token, purpose: 'upload' }, language)
  const { instancePath, fileAuth } = await work.client.call(getInstanceProperty, { instanceId: parentId })
  if (!fileAuth.includes('upload')) throw new HelperRefusal('failed', textOf('mayNotUpload', language))
  const listing = await chosen(work, request.fileType, language)
  requireUser(work.session, userId, language)
  const { files, skipped } = await checked(work, listing, language)
  requireUser(work.session, userId, language)
  for (const tree of folderTrees(listing.emptyFolders))
    await work.client.call(batchCreateFolder, { parentId, ...tree })
  if (files.length === 0) return { parentId, ids: [], skipped }
  const { ids } = await work.transfers.answers.addTask(
    {
      tasks: files.map(({ folders }, file) => ({
        type: 'uploadFile',
        ...{ file, path: [...folders], parentId, position: positionOf(instancePath) },
        inGroup: request.instanceType !== '0',
        conflict: 'keepBoth',
      })),
    },
    async () => files.map(({ path }) => path),
  )
  return { parentId, ids, skipped }
}

/** As the page shows it: without the name of the root. */
function positionOf(instancePath: string): string {
  const [root = '', ...below] = instancePath.split('/').filter(Boolean)
  return below.length > 0 ? below.join('/') : root
}

async function chosen(
  work: HelperWork,
  fileType: UploadRequest['fileType'],
  language: Language,
): Promise<Listing> {
  const cancelled = () => new HelperRefusal('cancelled', textOf('cancelled', language))
  if (fileType === 'file') {
    const paths = await work.chooseFiles(language)
    if (!paths) throw cancelled()
    return listFiles(paths)
  }
  const folder = await work.chooseFolder(language)
  if (folder === null) throw cancelled()
  const limit = work.transfers.limits().uploadFilesClient
  return listFolder(folder, limit).catch((error: unknown) => {
    throw error instanceof TooManyFiles
      ? new HelperRefusal('failed', textOf('tooMany', language, { limit }))
      : error
  })
}

/** By the same rules as a selection on the page (A§5). */
async function checked(
  { transfers }: HelperWork,
  { files, emptyFolders, unreadable }: Listing,
  language: Language,
): Promise<{ files: readonly ListedFile[]; skipped: number }> {
  const limits = transfers.limits()
  const decision = checkSelection(
    files.map((file) => ({ ...file, path: file.folders, source: file })),
    {
      limits,
      client: true,
      emptyFolders: emptyFolders.length,
      queued: transfers.counts().upload,
    },
  )
  const refused = (text: string) => new HelperRefusal('failed', text)
  if (decision.kind === 'refused')
    throw refused(
      decision.refusal.reason === 'limit60GB'
        ? textOf('tooLarge', language, { limit: formatSize(decision.refusal.limit) })
        : textOf('nothingLeft', language),
    )
  const { tooMany = null } = decision.prompt ?? {}
  if (tooMany) throw refused(textOf('tooMany', language, { limit: tooMany.limit }))
  return {
    files: decision.files.map(({ source }) => source),
    skipped: decision.skipped.length + unreadable,
  }
}
