import type { Language } from '@clouddisk/contract/errors'
import { DAY } from '@clouddisk/contract/time'
import type { Version } from '@clouddisk/contract/versions'
import type { VersionRow } from './store.ts'

/** `versionDays`: how many days versions are kept after they were replaced; 0 for ever. */
export function presentVersion(row: VersionRow, versionDays: number, language: Language): Version {
  const { supersededAt, pinned, isCurrent } = row
  const expires = supersededAt !== null && !pinned && !isCurrent && versionDays > 0
  return {
    versionId: row.id,
    versionNo: row.no,
    fileSize: row.size,
    sha256: row.sha256?.toString('hex') ?? null,
    updateUser: row.creator,
    updateTime: row.createdAt.toISOString(),
    remark: row.restoredFrom === null ? '' : restoredFrom(row.restoredFrom, language),
    pinned,
    ...(row.name !== null && { name: row.name }),
    isCurrent,
    ...(expires && { expireTime: new Date(supersededAt.getTime() + versionDays * DAY).toISOString() }),
  }
}

const restoredFrom = (no: number, language: Language): string =>
  language === 'zh-CN' ? `恢复自版本 ${no}` : `Restored from version ${no}`
