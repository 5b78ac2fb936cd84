import type { AdminRoleRow } from '@clouddisk/contract/admin-roles'
import { roleName as nameOf } from '@clouddisk/contract/role-names'
import { ADMIN_ROLES, GENERAL_ROLES, type PermissionItem } from '@clouddisk/contract/roles'
import { language, texts } from '../../lib/i18n.ts'

/** Roles and permission items in words. */

const t = texts('role-words', {
  defaultText: ['没有额外限制，权限由文件和群组决定', 'No limits of its own; files and groups decide'],
  observerText: ['只看得到名称和属性', 'Sees names and properties only'],
  readerText: ['可以预览、评论、查看历史版本', 'Previews, comments and sees versions'],
  viewerText: ['只能在线预览', 'Previews only'],
  uploaderText: ['只能上传', 'Uploads only'],
  editorText: ['可以上传、下载和修改，不能分享', 'Uploads, downloads and changes, without sharing'],
  operatorText: ['可以移动、复制和删除，不能下载', 'Moves, copies and deletes, without downloading'],
  sharedByText: ['可以下载和分享，管理协作者', 'Downloads, shares and manages collaborators'],
  managerText: ['全部权限项', 'Every permission'],
  downloaderText: ['可以预览和下载', 'Previews and downloads'],
  sharerText: ['可以预览和分享', 'Previews and shares'],
  forbiddenText: ['不能使用任何文件', 'Can’t use any files'],
  superAdminText: ['管理所有区域，也能任命管理员', 'Administers everything and appoints administrators'],
  orgAdminText: [
    '管理所在部门及下级的用户、群组和文件',
    'Administers people, groups and files of a department and those below',
  ],
  auditorText: ['查看日志和所有配置，不能修改', 'Reads logs and settings, changes nothing'],
  storageAdminText: ['管理存储和节点', 'Administers storage and nodes'],

  list: ['查看列表', 'See lists'],
  comment: ['评论', 'Comment'],
  preview: ['在线预览', 'Preview'],
  upload: ['新建与上传', 'Create and upload'],
  versionView: ['查看历史版本', 'See versions'],
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
  listText: ['打开文件夹，看到里面有什么', 'Open folders and see what is in them'],
  commentText: ['在文件下留言', 'Leave notes on files'],
  previewText: ['在浏览器里查看内容，不下载', 'Look at content in the browser, without downloading'],
  uploadText: ['新建文件夹，上传文件', 'Make folders and upload files'],
  versionViewText: ['看到以前的版本，以及是谁改的', 'See earlier versions and who made them'],
  versionManageText: ['删除以前的版本，给版本命名', 'Remove and name earlier versions'],
  versionRecoverText: ['把文件恢复成以前的版本', 'Take a file back to an earlier version'],
  downloadText: ['把文件保存到自己的设备', 'Save files to one’s own device'],
  syncText: ['与本地文件夹或其他节点同步', 'Sync with local folders or other nodes'],
  copyText: ['在云盘里复制到别处', 'Copy to elsewhere in the drive'],
  moveText: ['在云盘里移动到别处', 'Move to elsewhere in the drive'],
  collectText: ['加到自己的收藏', 'Mark with a star'],
  shareText: ['共享给同事，或创建外链', 'Share with colleagues or by link'],
  labelText: ['给文件加标签', 'Put labels on files'],
  searchText: ['按名称找到文件', 'Find files by name'],
  attributeText: ['查看大小、时间、所有者等', 'See size, times, owner and more'],
  deleteText: ['移入回收站', 'Move to the recycle bin'],
  renameText: ['修改名称', 'Change names'],
  membersText: ['添加、移除协作者，调整权限', 'Add and remove people and change what they may do'],
})

const PRESETS = [...GENERAL_ROLES, ...ADMIN_ROLES] as const
type Preset = (typeof PRESETS)[number]
const isPreset = (name: string): name is Preset => (PRESETS as readonly string[]).includes(name)

/** What a role is called: presets in words, others as they were named. */
export const roleName = (role: { roleName: string; preset: boolean }): string =>
  nameOf(role.roleName, role.preset, language)

/** What a role is for, in half a sentence. */
export const roleText = (role: Pick<AdminRoleRow, 'roleName' | 'preset' | 'description'>): string =>
  role.preset && isPreset(role.roleName) ? t(`${role.roleName}Text`) : role.description

export const adminName = (admin: (typeof ADMIN_ROLES)[number]): string => nameOf(admin, true, language)
export const adminText = (admin: (typeof ADMIN_ROLES)[number]): string => t(`${admin}Text`)
export const itemName = (item: PermissionItem): string => t(item)
export const itemText = (item: PermissionItem): string => t(`${item}Text`)

/** Permission items as they are shown: by what one does. */
export const ITEM_GROUPS = [
  { name: 'look', items: ['list', 'search', 'attribute', 'preview', 'download', 'collect'] },
  { name: 'change', items: ['upload', 'rename', 'move', 'copy', 'delete', 'label', 'comment', 'sync'] },
  { name: 'versions', items: ['versionView', 'versionRecover', 'versionManage'] },
  { name: 'others', items: ['share', 'members'] },
] as const satisfies readonly { name: string; items: readonly PermissionItem[] }[]
