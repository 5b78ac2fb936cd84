import { texts } from '../../lib/i18n.ts'

export const t = texts('tour', {
  menuTitle: ['从这里找到所有文件', 'Your files start here'],
  menuText: [
    '个人文件、群组文件、收到的共享和回收站都在左侧菜单里。',
    'The menu on the left has your files, your groups’ files, what was shared with you, and the recycle bin.',
  ],
  menuTextPhone: [
    '点左上角打开菜单：个人文件、群组文件、收到的共享和回收站都在里面。',
    'Tap here to open the menu: your files, your groups’ files, what was shared with you, and the recycle bin.',
  ],
  sharingTitle: ['共享给同事，不用再发附件', 'Share with colleagues, skip the attachments'],
  sharingText: [
    '选中文件点“内部共享”，给人或部门分配角色。别人共享给你的文件也在这里。',
    'Select files and choose Internal sharing to give people or departments a role. What others share with you is here too.',
  ],
  sharingTextPhone: [
    '选中文件点“内部共享”，给人或部门分配角色。别人共享给你的文件在菜单的“内部共享”里。',
    'Select files and choose Internal sharing to give people or departments a role. What others share with you is in the menu under Internal sharing.',
  ],
  groupTitle: ['建一个群组，一起管文件', 'Start a group, keep files together'],
  groupText: [
    '群组有自己的空间和成员，文件归群组所有，有人离开也不会丢。',
    'A group has its own space and members. Its files belong to the group, so they stay when people leave.',
  ],
  skip: ['跳过', 'Skip'],
  next: ['下一步', 'Next'],
  tryNow: ['立即体验', 'Try now'],
  know: ['知道了', 'Got it'],
  step: ['第 {{step}} 步，共 {{steps}} 步', 'Step {{step}} of {{steps}}'],
  colleague: ['张敏', 'Grace Zhang'],
  department: ['法务部', 'Legal'],
  canEdit: ['可编辑', 'Can edit'],
  canPreview: ['可预览', 'Can preview'],
  group: ['品牌组', 'Brand team'],
  groupSpace: ['共 {{count}} 人', '{{count}} people'],
})
