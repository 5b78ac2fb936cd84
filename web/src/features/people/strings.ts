import { texts } from '../../lib/i18n.ts'

/** Words of choosing people, departments and groups. */
export const t = texts('people', {
  search: ['搜索姓名、部门、账号', 'Search people or departments'],
  searchGroups: ['搜索姓名、部门、账号、群组', 'Search people, departments or groups'],
  sources: ['选择范围', 'Choose from'],
  organisation: ['组织架构', 'Organization'],
  recent: ['最近', 'Recent'],
  groups: ['常用群组', 'My groups'],
  departments: ['部门', 'Departments'],
  found: ['搜索结果', 'Search results'],
  peopleOf: ['“{{name}}”的成员', 'People in {{name}}'],
  rosterOf: ['“{{name}}”的成员名单', 'Members of {{name}}'],
  back: ['返回', 'Back'],
  people: ['{{count}} 人', { one: '{{count}} person', other: '{{count}} people' }],

  noDepartments: ['还没有部门', 'No departments yet'],
  noDepartmentsText: ['请搜索姓名或账号。', 'Search by name or account instead.'],
  noPeople: ['这个部门没有直属成员', 'No one is directly in this department'],
  noRecent: ['没有最近选择', 'No recent choices'],
  noRecentText: [
    '最近选择的人员、部门和群组会显示在这里。',
    'People, departments and groups you choose appear here.',
  ],
  noGroups: ['你还没有加入群组', 'You aren’t in any groups yet'],
  noGroupsText: ['请从组织架构中选择。', 'Choose people or departments instead.'],
  noMatch: ['没有找到“{{keyword}}”', 'No results for “{{keyword}}”'],
  noMatchText: [
    '请检查错别字，或换个姓名、部门、账号。',
    'Check the spelling, or try another name or account.',
  ],
  moreDepartments: [
    '“{{name}}”下只显示前 {{count}} 个部门，请搜索名称。',
    'Only the first {{count}} departments in {{name}} are shown. Search to find others.',
  ],
  moreTop: [
    '只显示前 {{count}} 个部门，请搜索名称。',
    'Only the first {{count}} departments are shown. Search to find others.',
  ],
  morePeople: [
    '只显示前 {{count}} 项，请输入更多关键字。',
    'Only the first {{count}} are shown. Type more to narrow the list.',
  ],

  chosen: ['已选 {{count}} 项', '{{count}} selected'],
  reached: ['共 {{count}} 人', { one: '{{count}} person', other: '{{count}} people' }],
  reachedAtMost: ['最多 {{count}} 人', { one: 'up to {{count}} person', other: 'up to {{count}} people' }],
  setAll: ['统一设为', 'Set all to'],
  chooseRole: ['选择角色', 'Choose a role'],
  roleOf: ['“{{name}}”的角色', 'Role of {{name}}'],
  remove: ['移除“{{name}}”', 'Remove {{name}}'],
  chosenList: ['已选', 'Selected'],
  nothingChosen: ['请在左侧选择人员或部门', 'Choose people or departments on the left'],
  nothingChosenGroups: ['请在左侧选择人员、部门或群组', 'Choose people, departments or groups on the left'],
  nothingChosenPhone: ['还没有选择', 'Nothing selected'],
  addedNow: ['已选择“{{name}}”，共 {{count}} 项', '{{name}} selected, {{count}} in total'],
  removedNow: ['已移除“{{name}}”，共 {{count}} 项', '{{name}} removed, {{count}} in total'],
  tooMany: [
    '一次最多选择 {{max}} 项，请分批添加。',
    'You can choose up to {{max}} at a time. Add the rest later.',
  ],
  stepChoose: ['选择', 'Choose'],
  stepChosen: ['已选', 'Selected'],
  steps: ['步骤', 'Steps'],
  nobody: ['请至少选择一项', 'Choose at least one person, department or group'],
})
