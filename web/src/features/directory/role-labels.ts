import { ADMIN_ROLES } from '@clouddisk/contract/admin-areas'
import type { AdminRoleRow } from '@clouddisk/contract/admin-roles'
import { roleName as nameOf } from '@clouddisk/contract/role-names'
import { GENERAL_ROLES, type PermissionItem } from '@clouddisk/contract/roles'
import { language, texts } from '../../lib/i18n.ts'

/** Names and descriptions of roles and permissions. */

const t = texts('role-words', {
  defaultText: ['没有额外限制，权限由文件和群组决定', 'No extra limits; access is set by files and groups'],
  observerText: ['只能看到名称和属性', 'Can see names and properties only'],
  readerText: ['可预览、评论和查看历史版本', 'Can view, comment and see versions'],
  viewerText: ['仅在线预览', 'Can only view online'],
  uploaderText: ['只能上传', 'Can only upload'],
  editorText: ['可上传、下载和修改，不能分享', 'Can upload, download and edit; can’t share'],
  operatorText: ['可移动、复制和删除，不能下载', 'Can move, copy and delete; can’t download'],
  sharedByText: ['可下载和分享，可管理协作者', 'Can download, share and manage collaborators'],
  managerText: ['全部权限', 'All permissions'],
  downloaderText: ['可预览和下载', 'Can view and download'],
  sharerText: ['可预览和分享', 'Can view and share'],
  forbiddenText: ['不能使用任何文件', 'Can’t access any files'],
  superAdminText: ['管理所有功能，可任命管理员', 'Manages everything and appoints administrators'],
  orgAdminText: [
    '管理所在部门及子部门的用户、群组和文件',
    'Manages users, groups and files of their department and its subdepartments',
  ],
  auditorText: ['可查看日志和所有配置，不能修改', 'Can view logs and settings; can’t change anything'],
  storageAdminText: ['管理存储和节点', 'Manages storage and nodes'],

  list: ['查看列表', 'View lists'],
  comment: ['评论', 'Comment'],
  preview: ['在线预览', 'Preview'],
  upload: ['新建与上传', 'Create and upload'],
  versionView: ['查看历史版本', 'View versions'],
  versionManage: ['管理历史版本', 'Manage versions'],
  versionRecover: ['恢复历史版本', 'Restore versions'],
  download: ['下载', 'Download'],
  sync: ['文件同步', 'Sync'],
  copy: ['复制', 'Copy'],
  move: ['移动', 'Move'],
  collect: ['收藏', 'Add to favorites'],
  share: ['分享', 'Share'],
  label: ['标签', 'Labels'],
  search: ['搜索', 'Search'],
  attribute: ['属性', 'Properties'],
  delete: ['删除', 'Delete'],
  rename: ['重命名', 'Rename'],
  members: ['人员管理', 'Manage people'],
  listText: ['打开文件夹，查看其中的内容', 'Open folders and see what’s in them'],
  commentText: ['评论文件', 'Comment on files'],
  previewText: ['在线查看内容，不下载', 'View content in the browser without downloading'],
  uploadText: ['新建文件夹、上传文件', 'Create folders and upload files'],
  versionViewText: ['查看历史版本和修改人', 'See old versions and who made them'],
  versionManageText: ['删除和命名历史版本', 'Delete and name versions'],
  versionRecoverText: ['将文件恢复到历史版本', 'Restore files to an old version'],
  downloadText: ['保存文件到自己的设备', 'Save files to a device'],
  syncText: ['与本地文件夹或其他节点同步', 'Sync with local folders or other nodes'],
  copyText: ['复制到云盘其他位置', 'Copy to another location in the drive'],
  moveText: ['移动到云盘其他位置', 'Move to another location in the drive'],
  collectText: ['添加到自己的收藏', 'Add to one’s favorites'],
  shareText: ['共享给同事，或创建外链', 'Share with colleagues or by link'],
  labelText: ['为文件添加标签', 'Add labels to files'],
  searchText: ['按名称找到文件', 'Find files by name'],
  attributeText: ['查看大小、时间、所有者等', 'See size, dates, owner and more'],
  deleteText: ['移入回收站', 'Move to the recycle bin'],
  renameText: ['修改名称', 'Change names'],
  membersText: ['添加、移除协作者，调整权限', 'Add and remove people and change their access'],
})

const PRESETS = [...GENERAL_ROLES, ...ADMIN_ROLES] as const
type PresetRole = (typeof PRESETS)[number]
const isPreset = (name: string): name is PresetRole => (PRESETS as readonly string[]).includes(name)

/** The name of a role; that of presets is translated. */
export const roleName = (role: { roleName: string; preset: boolean }): string =>
  nameOf(role.roleName, role.preset, language)

/** What a role is for. */
export const roleDescription = (role: Pick<AdminRoleRow, 'roleName' | 'preset' | 'description'>): string =>
  role.preset && isPreset(role.roleName) ? t(`${role.roleName}Text`) : role.description

export const adminName = (admin: (typeof ADMIN_ROLES)[number]): string => nameOf(admin, true, language)
export const adminDescription = (admin: (typeof ADMIN_ROLES)[number]): string => t(`${admin}Text`)
export const permissionName = (item: PermissionItem): string => t(item)
export const permissionDescription = (item: PermissionItem): string => t(`${item}Text`)

const GROUPS = [
  { name: 'look', items: ['list', 'search', 'attribute', 'preview', 'download', 'collect'] },
  { name: 'change', items: ['upload', 'rename', 'move', 'copy', 'delete', 'label', 'comment', 'sync'] },
  { name: 'versions', items: ['versionView', 'versionRecover', 'versionManage'] },
  { name: 'others', items: ['share', 'members'] },
] as const satisfies readonly { name: string; items: readonly PermissionItem[] }[]

export interface PermissionGroup {
  readonly name: (typeof GROUPS)[number]['name']
  readonly items: readonly PermissionItem[]
}

/** Permission items as they are shown: by what one does. */
export const PERMISSION_GROUPS: readonly PermissionGroup[] = GROUPS.map(({ name, items }) => ({
  name,
  items: [...items],
})).filter(({ items }) => items.length > 0)
