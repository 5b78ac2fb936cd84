import type { Language } from '@clouddisk/contract/errors'
import { SHARE_ROLES, type ShareRole } from '@clouddisk/contract/roles'
import type { ListProblem } from '@clouddisk/contract/shares'

/** What columns, roles and problems are called in lists of people; the first two of each are how we write them. */

export const ACCOUNT = ['账号', 'account', 'username', 'user name', '用户名']
export const NAME = ['姓名', 'name']
export const ROLE = ['角色', 'role', '权限', 'permission']
export const ENDS = ['到期时间', 'expires', 'ends']

const ROLES: Record<'owner' | ShareRole, readonly [zh: string, en: string]> = {
  owner: ['所有者', 'Owner'],
  manager: ['可管理', 'Can manage'],
  editor: ['可编辑', 'Can edit'],
  downloader: ['可下载', 'Can download'],
  viewer: ['可预览', 'Can view'],
}

export const roleText = (role: 'owner' | ShareRole, language: Language): string =>
  ROLES[role][language === 'zh-CN' ? 0 : 1]

/** By its name on the wire or in either language. */
export const roleNamed = (text: string): ShareRole | undefined =>
  SHARE_ROLES.find((role) => [role, ...ROLES[role]].some((name) => name.toLowerCase() === text.toLowerCase()))

export const PROBLEMS: Record<ListProblem, readonly [zh: string, en: string]> = {
  missing: [
    '这一行没有账号。部门和群组请直接选择，不能用表格添加。',
    'This row has no account. Choose departments and groups directly.',
  ],
  unknown: ['账号不存在，请检查拼写。', 'This account doesn’t exist. Check the spelling.'],
  masked: ['账号含有星号，请填写完整账号。', 'The account is masked. Enter the full account.'],
  twice: ['与前面的行重复，已忽略。', 'Same as an earlier row; skipped.'],
  frozen: ['账号已冻结，无法共享。', 'This account is frozen and can’t be shared with.'],
  expired: ['账号已过期，无法共享。', 'This account has expired and can’t be shared with.'],
  owner: ['不能共享给自己或所有者。', 'You can’t share with yourself or the owner.'],
  role: ['角色不存在，请从列表中选择。', 'This role doesn’t exist. Choose one from the list.'],
}
