import { texts } from '../../lib/i18n.ts'

/** Words of groups. */
export const t = texts('groups', {
  title: ['群组文件', 'Group File'],
  none: ['还没有群组', 'No groups yet'],
  hiddenGroups: ['已隐藏群组', 'Hidden groups'],
})
