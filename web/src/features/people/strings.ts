import { texts } from '../../lib/i18n.ts'

/** Words of choosing people, departments and groups. */
export const t = texts('people', {
  search: ['搜索姓名、部门、账号', 'Search people or departments'],
  searchGroups: ['搜索姓名、部门、账号、群组', 'People, departments or groups'],
  sources: ['从哪里选', 'Where to choose from'],
  organisation: ['组织架构', 'Organization'],
  recent: ['最近', 'Recent'],
  groups: ['常用群组', 'My groups'],
  departments: ['部门', 'Departments'],
  found: ['搜索结果', 'Search results'],
  peopleOf: ['“{{name}}”的人', 'People in {{name}}'],
  rosterOf: ['“{{name}}”的名单', 'Who is in {{name}}'],
  back: ['返回', 'Back'],
  people: ['{{count}} 人', { one: '{{count}} person', other: '{{count}} people' }],

  noDepartments: ['还没有部门', 'No departments yet'],
  noDepartmentsText: ['输入姓名或账号，直接找人。', 'Search by name or account instead.'],
  noPeople: ['这个部门没有直属成员', 'Nobody is directly in this department'],
  noRecent: ['还没有最近选过的人', 'Nobody chosen lately'],
  noRecentText: ['选过的人、部门和群组会出现在这里。', 'Whoever you choose shows up here.'],
  noGroups: ['你还没有加入群组', 'You aren’t in any groups yet'],
  noGroupsText: ['从组织架构里选人或部门。', 'Choose people or departments instead.'],
  noMatch: ['没有找到“{{keyword}}”', 'Nothing matches “{{keyword}}”'],
  noMatchText: [
    '检查有没有错字，或换个姓名、账号、部门试试。',
    'Check the spelling, or try another name or account.',
  ],
  moreDepartments: [
    '“{{name}}”下只显示前 {{count}} 个部门，输入名称缩小范围。',
    'Only the first {{count}} departments in {{name}} are shown. Search to narrow them.',
  ],
  moreTop: [
    '只显示前 {{count}} 个部门，输入名称缩小范围。',
    'Only the first {{count}} departments are shown. Search to narrow them.',
  ],
  morePeople: [
    '只显示前 {{count}} 项，输入更多字缩小范围。',
    'Only the first {{count}} are shown. Type more to narrow them.',
  ],

  chosen: ['已选 {{count}} 项', '{{count}} chosen'],
  reached: ['覆盖 {{count}} 人', { one: 'reaches {{count}} person', other: 'reaches {{count}} people' }],
  reachedAtMost: [
    '最多覆盖 {{count}} 人',
    { one: 'reaches up to {{count}} person', other: 'reaches up to {{count}} people' },
  ],
  setAll: ['统一设为', 'Set all to'],
  chooseRole: ['选择角色', 'Choose a role'],
  roleOf: ['“{{name}}”的角色', 'Role of {{name}}'],
  remove: ['不选“{{name}}”', 'Take out {{name}}'],
  chosenList: ['已选的人', 'Chosen'],
  nothingChosen: ['从左边选人、部门或群组', 'Choose people, departments or groups on the left'],
  nothingChosenPhone: ['还没有选人', 'Nobody chosen yet'],
  addedNow: ['已选“{{name}}”，共 {{count}} 项', 'Chose {{name}}, {{count}} in all'],
  removedNow: ['已去掉“{{name}}”，共 {{count}} 项', 'Took out {{name}}, {{count}} in all'],
  tooMany: [
    '一次最多选 {{max}} 项。分几次添加。',
    'You can choose up to {{max}} at a time. Add the rest afterwards.',
  ],
  stepChoose: ['选人', 'Choose'],
  stepChosen: ['已选', 'Chosen'],
  steps: ['步骤', 'Steps'],
  department: ['部门', 'Department'],
  group: ['群组', 'Group'],
  cancel: ['取消', 'Cancel'],
  nobody: ['选择至少一个人、部门或群组', 'Choose at least one person, department or group'],
})
