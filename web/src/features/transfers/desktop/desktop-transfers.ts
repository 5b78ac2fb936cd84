import { checkDownload } from '@clouddisk/client/downloads/check'
import { folderTrees } from '@clouddisk/client/uploads/folder-trees'
import { batchCreateFolder } from '@clouddisk/contract/files'
import type { Settings } from '@clouddisk/contract/settings'
import { call } from '../../../lib/api.ts'
import { type Downloadable, extensionFor, type FolderTarget } from '../../../lib/extension-points.ts'
import { desktopHost } from '../../../lib/host.ts'
import { failureText } from '../../../lib/host-error.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { ask, confirm } from '../../../ui/confirm.tsx'
import { toast } from '../../../ui/toast.tsx'
import { asItem } from '../downloads/choose-download.ts'
import { downloadQuestion } from '../downloads/download-messages.ts'
import { transferRules } from '../limits.ts'
import { prepareUpload } from '../sources/prepare-upload.ts'
import { withRootId } from '../sources/target.ts'
import type { WalkChunk } from '../sources/walk.ts'
import { handOver } from './hand-over.ts'
import { t } from './strings.ts'

/** Uploads and downloads of the page in the desktop client, which makes them (A§4): the page checks, asks and hands over. */

export async function upload(found: AsyncIterable<WalkChunk>, chosen: FolderTarget): Promise<void> {
  const { limits } = await transferRules()
  const target = await withRootId(chosen)
  try {
    const { upload: queued, waiting } = await desktopHost().countTransfers({})
    const request = await prepareUpload(found, target, {
      limits,
      client: true,
      queued: queued + waiting,
      resume: async (gathered) => gathered,
    })
    if (!request) return
    const { fileSharingId } = target
    for (const tree of folderTrees(request.emptyFolders ?? []))
      await call(batchCreateFolder, {
        parentId: request.parentId,
        ...tree,
        ...(fileSharingId !== undefined && { fileSharingId }),
      })
    if (request.files.length === 0) return
    await handOver({ ...request, ...(fileSharingId !== undefined && { fileSharingId }) })
    toast.ok(t('uploadsAdded', { count: request.files.length }), { action: view })
  } catch (error) {
    toast.error(t('notAdded', { reason: failureText(error) }))
  }
}

const view = { label: t('view'), run: () => extensionFor('navigation')?.openTransferList() }

export async function download(chosen: readonly Downloadable[]): Promise<void> {
  const { limits } = await transferRules()
  const desktop = desktopHost()
  try {
    const { download: queued } = await desktop.countTransfers({})
    const files = chosen.filter(({ classifierId }) => classifierId === 'File').map(asItem)
    const decision = checkDownload(files, { limits, queued })
    const question = downloadQuestion(decision, Number.POSITIVE_INFINITY, false)
    const folders = chosen.filter(({ classifierId }) => classifierId === 'Folder')
    if (question) {
      const isTooLarge = decision.warnings.some(({ kind }) => kind === 'moreThan80GB')
      const options = isTooLarge ? { ...question.options, text: t('over80GB') } : question.options
      if ((await ask(options)) !== 'confirm' && folders.length === 0) return
    }
    const allowed = new Set(decision.files.map(({ instanceId }) => instanceId))
    const taken = chosen.filter(
      ({ classifierId, instanceId }) => classifierId === 'Folder' || allowed.has(instanceId),
    )
    if (allowed.size + folders.length === 0) return
    const folder = await chosenFolder()
    if (folder === null) return
    const { ids } = await desktop.addTask({
      tasks: taken.map(({ instanceId, instanceName, classifierId, fileSize, versionId }) => ({
        type: 'downloadFile' as const,
        instanceId,
        classifierId,
        fileName: instanceName,
        fileSize,
        ...(versionId !== undefined && { versionId }),
      })),
      ...(folder !== undefined && { folder }),
    })
    if (ids.length === 0) toast.info(t('nothingInFolder'))
    else toast.ok(t('downloadsAdded', { count: ids.length }), { action: view })
  } catch (error) {
    toast.error(t('notAdded', { reason: failureText(error) }))
  }
}

/** Of what the client asks for each download (R45); undefined: as the client is set; null: the person has cancelled. */
async function chosenFolder(): Promise<string | undefined | null> {
  const settings = queryClient.getQueryData<Settings>(queryKeys.settings)
  if (!settings?.askDownloadPath) return undefined
  const startAt = settings.downloadPath ?? ''
  const folder = await desktopHost().chooseFolder(startAt === '' ? {} : { startAt })
  return folder === null ? null : folder.grant
}

/** Transfers stay in the client and go on after the next sign-in. */
export async function confirmSignOut(): Promise<boolean> {
  const counts = await desktopHost()
    .countTransfers({})
    .catch(() => undefined)
  const count = (counts?.uploading ?? 0) + (counts?.downloading ?? 0) + (counts?.waiting ?? 0)
  if (count === 0) return true
  return confirm({
    type: 'warning',
    title: t('signOutTitle', { count }),
    text: t('signOutText'),
    confirmText: t('signOut'),
  })
}
