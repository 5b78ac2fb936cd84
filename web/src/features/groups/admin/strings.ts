import { plural, texts } from '../../../lib/i18n.ts'

/** Words of all groups in the administration. */
export const t = texts('admin-groups', {
  title: ['群组管理', 'Groups'],
  count: ['{{count}} 个群组', plural('{{count}} group', '{{count}} groups')],
  list: ['群组列表', 'Groups'],
  newGroup: ['新建群组', 'New group'],
  more: ['更多操作', 'More actions'],
  comma: ['、', ', '],

  // What narrows the list
  search: ['群组或所有者', 'Group or owner'],
  kind: ['归属', 'Belongs to'],
  kindDepartment: ['部门', 'Department'],
  kindPerson: ['个人', 'Person'],
  state: ['状态', 'Status'],
  living: ['正常', 'Active'],
  dissolvingState: ['解散中', 'Being deleted'],
  anyDepartment: ['全部部门', 'All departments'],

  // Columns
  group: ['群组', 'Group'],
  owner: ['所有者', 'Owner'],
  department: ['归属', 'Belongs to'],
  person: ['个人', 'Owner'],
  members: ['成员', 'Members'],
  space: ['空间', 'Space'],
  created: ['创建时间', 'Created'],
  endsOn: ['{{day}} 解散', 'Deleted {{day}}'],
  handingOver: ['转让中', 'Transfer pending'],
  hiddenBy: ['{{count}} 人已隐藏', plural('Hidden by {{count}}', 'Hidden by {{count}}')],

  // States
  empty: ['还没有群组', 'No groups yet'],
  emptyText: [
    '为部门或个人新建群组，再邀请成员。',
    'Create one for a department or a person, then invite people.',
  ],
  emptyTextReader: ['同事新建的群组会显示在这里。', 'Groups that people create appear here.'],
  noMatch: ['没有符合条件的群组', 'No groups match'],
  noMatchText: ['换个关键词，或清除筛选。', 'Try another search, or clear the filters.'],
  allGroups: ['全部群组', 'All groups'],
  failed: ['无法加载群组', 'Couldn’t load groups'],

  // Choosing
  selectionActions: ['已选群组的操作', 'Actions for the selected groups'],
  selected: ['已选 {{count}} 个', '{{count}} selected'],

  // Actions
  edit: ['编辑', 'Edit'],
  view: ['查看', 'View'],
  showMembers: ['查看成员', 'View members'],
  showFiles: ['查看文件', 'View files'],
  sync: ['节点同步…', 'Node sync…'],
  give: ['更换所有者…', 'Change owner…'],
  dissolve: ['解散…', 'Delete…'],
  dissolveConfirm: ['解散', 'Delete'],
  callBack: ['取消解散', 'Cancel deletion'],
  undo: ['撤销', 'Undo'],
  close: ['关闭', 'Close'],
  save: ['保存', 'Save'],
  create: ['新建', 'Create'],

  // One group
  editTitle: ['编辑群组 · {{name}}', 'Edit {{name}}'],
  viewTitle: ['群组 · {{name}}', '{{name}}'],
  name: ['名称', 'Name'],
  nameMissing: ['请输入群组名称。', 'Enter a group name.'],
  nameTooLong: ['名称最多 {{max}} 个字符。', 'Names can have up to {{max}} characters.'],
  description: ['简介', 'Description'],
  descriptionHint: ['群组的用途', 'What the group is for'],
  descriptionTooLong: ['简介最多 {{max}} 个字符。', 'Descriptions can have up to {{max}} characters.'],
  capacity: ['空间', 'Space'],
  capacityRule: ['请输入正整数（GB）。', 'Enter a whole number of GB above 0.'],
  capacityOver: ['超出额度，最多 {{max}} GB。', 'Over the quota: {{max}} GB at most.'],
  capacityFull: [
    '额度已用完，请先在用户或部门设置中调高。',
    'The quota is used up. Raise it in the user’s or department’s settings first.',
  ],
  capacityBelow: ['群组已用 {{used}}，不能小于已用量。', 'The group uses {{used}}; it can’t have less.'],
  fromDepartment: ['从“{{name}}”的群组空间扣除，剩余 {{left}}。', 'Taken from {{name}}; {{left}} left.'],
  fromDepartmentUnlimited: [
    '从“{{name}}”的群组空间扣除，不限量。',
    'Taken from {{name}}, which is unlimited.',
  ],
  fromPerson: [
    '从{{name}}的群组额度扣除，剩余 {{left}}。',
    'Taken from {{name}}’s group quota; {{left}} left.',
  ],
  fromPersonUnlimited: [
    '从{{name}}的群组额度扣除，不限量。',
    'Taken from {{name}}’s group quota, which is unlimited.',
  ],
  memberCount: ['{{count}} 人', plural('{{count}} person', '{{count}} people')],
  used: ['已用', 'Used'],
  usedOf: ['{{used}} / {{total}}', '{{used}} of {{total}}'],
  hidden: ['隐藏', 'Hidden'],
  hiddenText: [
    '{{count}} 名成员隐藏了该群组',
    plural('{{count}} member hid this group', '{{count}} members hid this group'),
  ],
  handover: ['转让', 'Transfer'],
  handoverText: ['等待{{name}}确认，{{day}} 前有效', 'Waiting for {{name}} until {{day}}'],
  dissolvingNote: [
    '群组将于 {{day}} 解散。此前成员只能查看和下载，你可以取消解散。',
    'This group will be deleted on {{day}}. Until then members can only view and download, and you can cancel.',
  ],
  saved: ['已保存“{{name}}”', 'Saved {{name}}'],
  notSaved: ['保存失败', 'Couldn’t save'],

  // A new one
  createTitle: ['新建群组', 'New group'],
  chargedTo: ['空间来源', 'Space comes from'],
  ofDepartment: ['部门', 'Department'],
  ofDepartmentHint: [
    '占用部门的群组空间，更换所有者不受影响',
    'From the department’s group space, whoever owns the group',
  ],
  ofPerson: ['所有者', 'Owner'],
  ofPersonHint: ['占用所有者的群组额度', 'From the owner’s group quota'],
  departmentField: ['部门', 'Department'],
  departmentMissing: ['请选择部门。', 'Choose a department.'],
  ownerField: ['所有者', 'Owner'],
  ownerMissing: ['请选择所有者。', 'Choose an owner.'],
  ownerBarred: [
    '对方的角色不能拥有群组。请选择其他人。',
    'Their role doesn’t allow owning groups. Choose someone else.',
  ],
  chooseOwner: ['选择人员', 'Choose a person'],
  made: ['已新建“{{name}}”', 'Created {{name}}'],
  notMade: ['新建失败', 'Couldn’t create the group'],

  // Another owner
  giveTitle: ['更换“{{name}}”的所有者', 'Change the owner of {{name}}'],
  giveText: [
    '新所有者无需确认，会收到通知；{{name}}成为管理员。',
    'The new owner is notified and doesn’t need to accept. {{name}} becomes a manager.',
  ],
  giveWithdraws: ['等待{{name}}确认的转让将取消。', 'The pending transfer to {{name}} will be canceled.'],
  newOwner: ['新所有者', 'New owner'],
  newOwnerMissing: ['请选择新所有者。', 'Choose the new owner.'],
  costsDepartment: [
    '空间由“{{name}}”提供，不占新所有者的额度。',
    'The space comes from {{name}}; the new owner’s quota isn’t used.',
  ],
  costs: [
    '{{size}} 计入新所有者的群组额度，并退还给{{name}}。',
    '{{size}} moves from {{name}}’s group quota to the new owner’s.',
  ],
  allowance: ['转让后已分配 {{used}}，共 {{total}}', '{{used}} of {{total}} used after the change'],
  allowanceUnlimited: ['转让后已分配 {{used}}，不限量', '{{used}} used after the change, unlimited'],
  short: [
    '{{name}}的群组额度还差 {{size}}。请先在用户设置中调高，或选择其他人。',
    '{{name}}’s group quota is {{size}} short. Raise it first, or choose someone else.',
  ],
  giveConfirm: ['更换', 'Change owner'],
  given: ['“{{group}}”的所有者已改为{{name}}', '{{name}} now owns {{group}}'],
  notGiven: ['更换所有者失败', 'Couldn’t change the owner'],

  // Members
  membersTitle: ['成员 · {{name}}', 'Members of {{name}}'],
  searchMembers: ['搜索成员', 'Search members'],
  anyRole: ['全部角色', 'All roles'],
  role: ['角色', 'Role'],
  member: ['成员', 'Member'],
  joined: ['加入时间', 'Joined'],
  wholeDepartment: ['整个部门，{{people}}', 'Whole department, {{people}}'],
  byDepartment: ['通过部门加入', 'Through a department'],
  noMember: ['没有符合条件的成员', 'No members match'],
  membersFailed: ['无法加载成员', 'Couldn’t load members'],
  membersNote: [
    '成员由群组所有者和管理员添加或移除。',
    'The group’s owner and managers add and remove members.',
  ],

  // Dissolving
  dissolveOne: ['解散“{{name}}”？', 'Delete {{name}}?'],
  dissolveMany: ['解散 {{count}} 个群组？', plural('Delete {{count}} group?', 'Delete {{count}} groups?')],
  dissolveText: [
    '{{people}}将失去这里的文件（{{size}}）。{{days}} 天内仍可查看和下载，也可以取消；之后文件移入管理员回收站，{{capacity}} 退回{{giver}}。',
    '{{people}} will lose the files here ({{size}}). For {{days}} days they can still view and download, and you can cancel. Then the files go to the admin recycle bin and {{capacity}} returns to {{giver}}.',
  ],
  dissolveManyText: [
    '共 {{size}} 文件。{{days}} 天内成员仍可查看和下载，也可以取消；之后文件移入管理员回收站，{{capacity}} 退回部门和所有者。',
    '{{size}} of files in total. For {{days}} days members can still view and download, and you can cancel. Then the files go to the admin recycle bin and {{capacity}} returns to departments and owners.',
  ],
  whileHandingOver: ['正在转让', 'Transfer pending'],
  quoted: ['“{{name}}”', '{{name}}'],
  held: ['{{names}}正在转让，不会解散。', 'Not included because a transfer is pending: {{names}}.'],
  heldMore: [
    '{{names}}等 {{count}} 个群组正在转让，不会解散。',
    'Not included because a transfer is pending: {{names}} and others ({{count}} total).',
  ],
  dissolved: ['“{{name}}”将于 {{day}} 解散', '{{name}} will be deleted on {{day}}'],
  dissolvedMany: [
    '{{count}} 个群组将于 {{day}} 解散',
    plural('{{count}} group will be deleted on {{day}}', '{{count}} groups will be deleted on {{day}}'),
  ],
  calledBack: ['已取消解散“{{name}}”', 'Deletion of {{name}} canceled'],
  calledBackMany: [
    '已取消解散 {{count}} 个群组',
    plural('Deletion of {{count}} group canceled', 'Deletion of {{count}} groups canceled'),
  ],
  notDissolved: ['解散失败', 'Couldn’t delete'],
  notCalledBack: ['取消解散失败', 'Couldn’t cancel the deletion'],
  gotIt: ['知道了', 'Got it'],
  someFailed: ['{{count}} 个群组{{what}}', plural('{{what}}: {{count}} group', '{{what}}: {{count}} groups')],
})
