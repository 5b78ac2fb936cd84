import { texts } from '../../lib/i18n.ts'

export const t = texts('coediting', {
  opening: ['正在打开…', 'Opening…'],
  editing: ['在线编辑', 'Editing online'],
  viewing: ['只读', 'View only'],
  close: ['关闭', 'Close'],
  frame: ['{{name}} 的编辑器', 'Editor of {{name}}'],
  notOpened: ['无法打开', 'Couldn’t open the file'],
  notStarted: ['编辑器没有打开', 'The editor didn’t open'],
  notStartedText: [
    '在线编辑服务没有响应。请重试；若仍失败，请联系管理员。',
    'The Office server doesn’t answer. Try again, or ask your administrator.',
  ],
})
