import type { AdminRole } from './admin-areas.ts'
import type { Language } from './errors.ts'
import type { GeneralRole, GroupRole } from './roles.ts'

/** What roles that come with the product are called, on the page and in workbooks. */
export const ROLE_NAMES: Readonly<Record<GeneralRole | AdminRole, readonly [zh: string, en: string]>> = {
  default: ['普通用户', 'Member'],
  observer: ['观察者', 'Observer'],
  reader: ['阅读者', 'Reader'],
  viewer: ['仅预览', 'Viewer'],
  uploader: ['仅上传', 'Uploader'],
  editor: ['编辑者', 'Editor'],
  operator: ['整理者', 'Organizer'],
  sharedBy: ['共享管理', 'Share manager'],
  manager: ['管理者', 'Manager'],
  downloader: ['仅下载', 'Downloader'],
  sharer: ['分享者', 'Sharer'],
  forbidden: ['禁止使用', 'No access'],
  superAdmin: ['超级管理员', 'Super administrator'],
  orgAdmin: ['部门管理员', 'Department administrator'],
  auditor: ['审计员', 'Auditor'],
  storageAdmin: ['存储管理员', 'Storage administrator'],
}

/** What a group’s roles are called: of its members, on its files, and where a permission is explained. */
export const GROUP_ROLE_NAMES: Readonly<Record<GroupRole | 'forbidden', readonly [zh: string, en: string]>> =
  {
    owner: ['所有者', 'Owner'],
    manager: ['管理员', 'Manager'],
    linker: ['链接分享者', 'Link sharer'],
    editor: ['编辑者', 'Editor'],
    downloader: ['下载者', 'Downloader'],
    viewer: ['预览者', 'Viewer'],
    forbidden: ['禁止访问', 'No access'],
  }

/** A role in words; one of one's own making has its own. */
export const roleName = (name: string, preset: boolean, language: Language): string =>
  (preset ? ROLE_NAMES[name as GeneralRole | AdminRole]?.[language === 'zh-CN' ? 0 : 1] : undefined) ?? name
