import type { Language } from '@clouddisk/contract/errors'
import type { HelperRequest } from '@clouddisk/contract/local-helper'
import { checkToken, requireUser } from './check-token.ts'
import { HelperRefusal } from './refusal.ts'
import { textOf } from './strings.ts'
import type { HelperWork } from './work.ts'

export type DownloadRequest = Extract<HelperRequest, { operation: 'download' }>

/**
 * A download that a page asks for.
 * @param folderOf asks for the folder; once for all messages of a connection.
 * @returns the number of files.
 * @throws HelperRefusal, or an error with a message for the person.
 */
export async function startDownload(
  work: HelperWork,
  { token, data }: DownloadRequest,
  language: Language,
  folderOf: () => Promise<string | null>,
): Promise<number> {
  const userId = await checkToken(work, { token, purpose: 'download' }, language)
  const folder = await folderOf()
  if (folder === null) throw new HelperRefusal('cancelled', textOf('noFolder', language))
  requireUser(work.session, userId, language)
  return work.transfers.addDownloads(
    data.map(({ instanceId, filePath, fileName, fileSize }) => ({
      ...{ instanceId, fileName, fileSize, folder },
      path: filePath.split('/').filter(Boolean),
    })),
  ).length
}
