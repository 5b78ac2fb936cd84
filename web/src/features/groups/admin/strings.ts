import { texts } from '../../../lib/i18n.ts'

const n = (one: string, other: string) => ({ one, other })

/** Words of all groups in the administration. */
export const t = texts('admin-groups', {
  title: ['群组管理', 'Groups'],
  count: ['{{count}} 个群组', n('{{count}} group', '{{count}} groups')],
  list: ['群组列表', 'Groups'],
  newGroup: ['新建群组', 'New group'],
  more: ['更多操作', 'More actions'],
  menuOf: ['“{{name}}”的操作', 'Actions for {{name}}'],
  none: ['—', '—'],
  comma: ['、', ', '],

  // What narrows the list
  search: ['群组或所有者', 'Group or owner'],
  is: ['{{label}}：', '{{label}}: '],
  all: ['全部', 'All'],
  kind: ['归属', 'Charged to'],
  kindDepartment: ['部门', 'A department'],
  kindPerson: ['个人', 'A person'],
  state: ['状态', 'State'],
  living: ['正常', 'Active'],
  dissolvingState: ['解散中', 'Dissolving'],
  anyDepartment: ['全部部门', 'All departments'],

  // Columns
  group: ['群组', 'Group'],
  owner: ['所有者', 'Owner'],
  department: ['归属', 'Charged to'],
  person: ['个人', 'Its owner'],
  members: ['成员', 'Members'],
  space: ['空间', 'Space'],
  created: ['创建时间', 'Created'],
  endsOn: ['{{day}} 解散', 'Ends {{day}}'],
  handingOver: ['转让中', 'Handing over'],
  hiddenBy: ['{{count}} 人已隐藏', n('Hidden by {{count}}', 'Hidden by {{count}}')],

  // States
  empty: ['还没有群组', 'No groups yet'],
  emptyText: [
    '给部门或个人新建一个，再请人加入。',
    'Create one for a department or a person, then invite people.',
  ],
  emptyTextReader: ['同事新建的群组会列在这里。', 'Groups that people create are listed here.'],
  noMatch: ['没有符合条件的群组', 'No group matches'],
  noMatchText: ['换个关键词，或清除筛选条件。', 'Try other words, or clear the filters.'],
  clearFilters: ['清除条件', 'Clear filters'],
  allGroups: ['全部群组', 'All groups'],
  failed: ['没能读取群组', 'Couldn’t load groups'],

  // Choosing
  selectionActions: ['已选群组的操作', 'Actions for the selected groups'],
  clearSelection: ['取消选择', 'Clear selection'],
  selected: ['已选 {{count}} 个', '{{count}} selected'],
  selectAll: ['全选', 'Select all'],

  // Actions
  edit: ['编辑', 'Edit'],
  view: ['查看', 'View'],
  showMembers: ['查看成员', 'View members'],
  showFiles: ['查看文件', 'View files'],
  give: ['更换所有者…', 'Change owner…'],
  dissolve: ['解散…', 'Dissolve…'],
  dissolveConfirm: ['解散', 'Dissolve'],
  callBack: ['取消解散', 'Cancel dissolving'],
  undo: ['撤销', 'Undo'],
  cancel: ['取消', 'Cancel'],
  close: ['关闭', 'Close'],
  save: ['保存', 'Save'],
  create: ['新建', 'Create'],

  // One group
  editTitle: ['编辑群组 · {{name}}', 'Edit {{name}}'],
  viewTitle: ['群组 · {{name}}', '{{name}}'],
  faults: ['有 {{count}} 处需要改', n('{{count}} thing to fix', '{{count}} things to fix')],
  faultsText: [
    '改好后再点“{{button}}”，光标已放在第一处。',
    'Fix the marked fields, then {{button}}. The cursor is in the first one.',
  ],
  name: ['名称', 'Name'],
  nameMissing: ['给群组起个名称。', 'Give the group a name.'],
  nameTooLong: ['名称最多 {{max}} 个字符。', 'Names can have up to {{max}} characters.'],
  description: ['简介', 'Description'],
  descriptionHint: ['放什么、给谁用', 'What it holds and for whom'],
  descriptionTooLong: ['简介最多 {{max}} 个字符。', 'Descriptions can have up to {{max}} characters.'],
  capacity: ['空间', 'Space'],
  capacityRule: ['填写正整数，单位 GB。', 'A whole number of GB above 0.'],
  capacityOver: ['超出额度，最多可以给 {{max}} GB。', 'Beyond the allowance: {{max}} GB at most.'],
  capacityFull: ['额度已用完，先在用户或部门设置里调高。', 'The allowance is used up; raise it first.'],
  capacityBelow: ['群组已用 {{used}}，不能给得更少。', 'The group uses {{used}}; it can’t have less.'],
  fromDepartment: ['从“{{name}}”的群组空间划出，还剩 {{left}}。', 'Taken from {{name}}; {{left}} left.'],
  fromDepartmentUnlimited: [
    '从“{{name}}”的群组空间划出，不限量。',
    'Taken from {{name}}, which has no limit.',
  ],
  fromPerson: [
    '从{{name}}的群组额度划出，还剩 {{left}}。',
    'Taken from {{name}}’s allowance; {{left}} left.',
  ],
  fromPersonUnlimited: [
    '从{{name}}的群组额度划出，不限量。',
    'Taken from {{name}}’s allowance, which has no limit.',
  ],
  memberCount: ['{{count}} 人', n('{{count}} person', '{{count}} people')],
  used: ['已用', 'Used'],
  usedOf: ['{{used}} / {{total}}', '{{used}} of {{total}}'],
  hidden: ['隐藏', 'Hidden'],
  hiddenText: [
    '{{count}} 名成员把它从自己的列表里隐藏了',
    n('{{count}} member hid it from their list', '{{count}} members hid it from their lists'),
  ],
  handover: ['转让', 'Handover'],
  handoverText: ['正等{{name}}答复，{{day}} 前有效', 'Waiting for {{name}} until {{day}}'],
  dissolvingNote: [
    '这个群组将在 {{day}} 解散。在那之前成员只能查看和下载，你可以取消解散。',
    'This group ends on {{day}}. Until then its members can only view and download, and you can cancel dissolving it.',
  ],
  saved: ['已保存“{{name}}”', 'Saved {{name}}'],
  notSaved: ['没能保存', 'Not saved'],

  // A new one
  createTitle: ['新建群组', 'New group'],
  chargedTo: ['空间由谁出', 'Who gives the space'],
  ofDepartment: ['部门', 'A department'],
  ofDepartmentHint: [
    '占用部门的群组空间，换所有者不影响',
    'From its space for groups, whoever owns the group',
  ],
  ofPerson: ['所有者本人', 'Its owner'],
  ofPersonHint: ['占用所有者的群组额度', 'From the owner’s own allowance'],
  departmentField: ['部门', 'Department'],
  departmentMissing: ['选择部门。', 'Choose a department.'],
  ownerField: ['所有者', 'Owner'],
  ownerMissing: ['选择所有者。', 'Choose an owner.'],
  ownerBarred: [
    '对方的角色不允许拥有群组。请选择其他人。',
    'Their roles don’t allow them to own groups. Choose someone else.',
  ],
  chooseOwner: ['选择人员', 'Choose someone'],
  made: ['已新建“{{name}}”', 'Created {{name}}'],
  notMade: ['没能新建', 'Not created'],

  // Another owner
  giveTitle: ['更换“{{name}}”的所有者', 'Change the owner of {{name}}'],
  giveText: [
    '新所有者不用确认，会收到通知；{{name}}改为管理员。',
    'The new owner is notified, not asked. {{name}} becomes a manager.',
  ],
  giveWithdraws: ['正在等{{name}}答复的转让会作废。', 'The handover that waits for {{name}} is called off.'],
  newOwner: ['新所有者', 'New owner'],
  newOwnerMissing: ['选择新所有者。', 'Choose the new owner.'],
  costsDepartment: [
    '空间由“{{name}}”提供，不占新所有者的额度。',
    'Its space stays with {{name}}; the new owner’s allowance isn’t touched.',
  ],
  costs: [
    '{{size}} 计入新所有者的群组额度，从{{name}}的额度退还。',
    '{{size}} go to the new owner’s allowance and back to {{name}}’s.',
  ],
  allowance: ['接手后已分 {{used}}，共 {{total}}', '{{used}} of {{total}} given to groups then'],
  allowanceUnlimited: ['接手后已分 {{used}}，不限量', '{{used}} given to groups then, without a limit'],
  short: [
    '{{name}}的群组额度还差 {{size}}。先在用户设置里调高，或选别人。',
    '{{name}} is {{size}} short. Raise the allowance first, or choose someone else.',
  ],
  giveConfirm: ['更换', 'Change owner'],
  given: ['“{{group}}”现在归{{name}}', '{{name}} owns {{group}} now'],
  notGiven: ['没能更换所有者', 'Owner not changed'],

  // Members
  membersTitle: ['成员 · {{name}}', 'Members of {{name}}'],
  searchMembers: ['搜索成员', 'Search members'],
  anyRole: ['全部角色', 'Any role'],
  role: ['角色', 'Role'],
  member: ['成员', 'Member'],
  joined: ['加入时间', 'Joined'],
  wholeDepartment: ['整个部门，{{people}}', 'Whole department, {{people}}'],
  byDepartment: ['经部门加入', 'Through a department'],
  noMember: ['没有符合的成员', 'No member matches'],
  membersFailed: ['没能读取成员', 'Couldn’t load members'],
  membersNote: ['成员由群组的所有者和管理员增减。', 'The group’s owner and managers add and remove members.'],

  // Dissolving
  dissolveOne: ['解散“{{name}}”？', 'Dissolve {{name}}?'],
  dissolveMany: ['解散 {{count}} 个群组？', n('Dissolve {{count}} group?', 'Dissolve {{count}} groups?')],
  dissolveText: [
    '{{people}}会失去这里的文件（{{size}}）。{{days}} 天内还能查看和下载，也可以取消；之后文件进管理员回收站，{{capacity}} 退回{{giver}}。',
    '{{people}} will lose the files here ({{size}}). For {{days}} days they can view and download and you can cancel; then the files go to the administrators’ bin and {{capacity}} back to {{giver}}.',
  ],
  dissolveManyText: [
    '共 {{size}} 文件。{{days}} 天内成员还能查看和下载，也可以取消；之后文件进管理员回收站，{{capacity}} 退回部门和所有者。',
    '{{size}} of files in all. For {{days}} days members can view and download and you can cancel; then the files go to the administrators’ bin and {{capacity}} back to departments and owners.',
  ],
  whileHandingOver: ['正在转让', 'Being handed over'],
  quoted: ['“{{name}}”', '{{name}}'],
  held: ['{{names}}正在转让，不会解散。', 'Left out, since they are being handed over: {{names}}.'],
  heldMore: [
    '{{names}}等 {{count}} 个群组正在转让，不会解散。',
    'Left out, since they are being handed over: {{names}} and others, {{count}} in all.',
  ],
  dissolved: ['将在 {{day}} 解散“{{name}}”', '{{name}} ends on {{day}}'],
  dissolvedMany: [
    '{{count}} 个群组将在 {{day}} 解散',
    n('{{count}} group ends on {{day}}', '{{count}} groups end on {{day}}'),
  ],
  calledBack: ['“{{name}}”不再解散', '{{name}} stays'],
  calledBackMany: ['{{count}} 个群组不再解散', n('{{count}} group stays', '{{count}} groups stay')],
  notDissolved: ['没有解散', 'Not dissolved'],
  notCalledBack: ['没有取消解散', 'Still being dissolved'],
  gotIt: ['知道了', 'Got it'],
  someFailed: ['{{count}} 个群组{{what}}', n('{{count}} group: {{what}}', '{{count}} groups: {{what}}')],
})
