import { DAY, HOUR, MINUTE } from '@clouddisk/contract/time'
import {
  bytes,
  CHARACTERS,
  choices,
  count,
  duration,
  entry,
  FOR_CALLS,
  FOR_CLIENTS,
  FOR_DATA,
  fixed,
  group,
  ITEMS,
  TB,
  type Words,
} from '../entry.ts'

const LEVELS: Words = ['级', 'levels']
const DEPARTMENTS: Words = ['个部门', 'departments']

export const SPACES = group('spaces', [
  entry(
    'personCapacity',
    bytes(0, 1024 * TB),
    ['新用户的个人空间；已有用户不变', 'Space of a new user. Existing users keep theirs'],
    { variable: 'CLOUDDISK_PERSON_CAPACITY' },
  ),
  entry(
    'groupCapacity',
    bytes(0, 1024 * TB),
    [
      '新用户可用于创建群组的总额度；已有用户不变',
      'Group quota of a new user: what their groups may have together. Existing users keep theirs',
    ],
    { variable: 'CLOUDDISK_GROUP_CAPACITY' },
  ),
  fixed('groupUnit', bytes(), ['群组空间的单位', 'Unit of a group’s space'], FOR_CALLS),
])

export const SESSIONS = group('sessions', [
  entry('sessionIdleMs', duration(5 * MINUTE, 30 * DAY), [
    '多久没有操作就需要重新登录',
    'Time without activity after which one has to sign in again',
  ]),
  entry('sessionMaxMs', duration(1 * HOUR, 90 * DAY), [
    '登录后最长多久需要重新登录；只影响新的登录',
    'Time after which one has to sign in again in any case. For new sign-ins',
  ]),
  fixed('passwordMin', count(CHARACTERS), ['密码的最小长度', 'Shortest password'], FOR_CALLS),
  fixed('passwordMax', count(CHARACTERS), ['密码的最大长度', 'Longest password'], FOR_CALLS),
])

export const SIGN_IN = group('signIn', [
  entry(
    'regions',
    choices,
    [
      '登录页的区域选项；登录时所选的区域记入日志',
      'Regions on the sign-in page. The one that is chosen is entered in the log',
    ],
    {
      variable: 'CLOUDDISK_REGIONS',
    },
  ),
  entry('platforms', choices, ['登录页的平台选项', 'Platforms on the sign-in page'], {
    variable: 'CLOUDDISK_PLATFORMS',
  }),
])

export const LISTS = group('lists', [
  entry('logExportMax', count(['行', 'rows'], 100, 100_000), [
    '日志一次直接导出的行数，超过时在后台导出',
    'Rows of the log in one export; more are exported in the background',
  ]),
  fixed(
    'pageSizes',
    { kind: 'numbers', unit: ITEMS },
    ['每页项数的选项', 'Choices of items on a page'],
    FOR_CLIENTS,
  ),
  fixed('pageSizeDefault', count(ITEMS), ['每页的默认项数', 'Items on a page, unless chosen'], FOR_CLIENTS),
  fixed('pageSizeMax', count(ITEMS), ['每页的最大项数', 'Items on a page, at most'], FOR_CALLS),
  fixed(
    'recipientsMax',
    count(['个', 'recipients']),
    ['一次最多添加的共享对象或成员', 'Recipients or members in one call'],
    FOR_CALLS,
  ),
  fixed('rolesMax', count(['个角色', 'roles']), ['自定义角色的数量', 'Roles of one’s own making'], FOR_CALLS),
  fixed(
    'subDepartmentsMax',
    count(DEPARTMENTS),
    ['一次显示的子部门数', 'Subdepartments shown at a time'],
    FOR_CALLS,
  ),
  fixed('departmentDepthMax', count(LEVELS), ['部门的层级', 'Levels of departments'], FOR_DATA),
  fixed(
    'linkValidityDays',
    { kind: 'numbers', unit: ['天', 'days'] },
    ['外链有效期的选项：天', 'Choices of a link’s validity in days'],
    FOR_CLIENTS,
  ),
  fixed(
    'linkValidityMonths',
    { kind: 'numbers', unit: ['个月', 'months'] },
    ['外链有效期的选项：月', 'Choices of a link’s validity in months'],
    FOR_CLIENTS,
  ),
])

export const NAMES = group('names', [
  entry(
    'renameMax',
    count(CHARACTERS, 1, 255),
    ['重命名后名称的最大长度，不含扩展名', 'Longest name after renaming, without the extension'],
    {
      variable: 'CLOUDDISK_RENAME_MAX',
    },
  ),
  entry('folderMax', count(CHARACTERS, 1, 255), ['新文件夹名称的最大长度', 'Longest name of a new folder'], {
    variable: 'CLOUDDISK_FOLDER_MAX',
  }),
  entry(
    'nameMax',
    count(CHARACTERS, 1, 255),
    ['任何文件和文件夹名称的最大长度', 'Longest name of any file or folder'],
    {
      variable: 'CLOUDDISK_NAME_MAX',
    },
  ),
  entry('shareMessageMax', count(CHARACTERS, 0, 500), ['共享附言的最大长度', 'Longest message with a share']),
  fixed('depthMax', count(LEVELS), ['文件夹的层级', 'Levels of folders'], FOR_DATA),
  fixed('pathMax', count(CHARACTERS), ['文件夹路径的最大长度', 'Longest path of folders'], FOR_DATA),
  fixed('labelMax', count(CHARACTERS), ['标签的最大长度', 'Longest label'], FOR_CALLS),
  fixed('remarkMax', count(CHARACTERS), ['备注的最大长度', 'Longest remark'], FOR_CALLS),
  fixed('accountNameMin', count(CHARACTERS), ['账号的最小长度', 'Shortest account name'], FOR_CALLS),
  fixed('accountNameMax', count(CHARACTERS), ['账号的最大长度', 'Longest account name'], FOR_CALLS),
  fixed('userNameMax', count(CHARACTERS), ['姓名的最大长度', 'Longest full name'], FOR_CALLS),
  fixed('groupNameMax', count(CHARACTERS), ['群组名称的最大长度', 'Longest name of a group'], FOR_CALLS),
  fixed(
    'groupDescriptionMax',
    count(CHARACTERS),
    ['群组、部门和角色说明的最大长度', 'Longest description of a group, department or role'],
    FOR_CALLS,
  ),
  fixed(
    'departmentNameMax',
    count(CHARACTERS),
    ['部门名称的最大长度', 'Longest name of a department'],
    FOR_CALLS,
  ),
  fixed('roleNameMax', count(CHARACTERS), ['角色名称的最大长度', 'Longest name of a role'], FOR_CALLS),
])
