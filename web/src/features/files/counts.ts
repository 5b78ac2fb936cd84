import { t } from './strings.ts'

/** Such as “2 folders, 1 file”; what there is none of is left out. */
export function foldersAndFiles(folderCount: number, fileCount: number): string {
  const folders = t('folderCount', { count: folderCount })
  const files = t('fileCount', { count: fileCount })
  if (!folderCount) return files
  return fileCount ? t('counts', { folders, files }) : folders
}
