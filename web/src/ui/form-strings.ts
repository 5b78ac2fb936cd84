import { texts } from '../lib/i18n.ts'

/** Texts of form fields; not in the first load. */
export const t = texts('ui-forms', {
  calendar: ['日历', 'Calendar'],
  chooseDay: ['选择日期', 'Choose a date'],
  takeOut: ['移除“{{name}}”', 'Remove {{name}}'],
  choices: ['选项', 'Choices'],
  searching: ['正在搜索…', 'Searching…'],
  nothing: ['没有匹配的选项', 'No matches'],
  discardTitle: ['放弃未保存的内容？', 'Discard changes?'],
  discardText: ['填写的内容不会保存。', 'What you entered won’t be saved.'],
  discard: ['放弃', 'Discard'],
  keepEditing: ['继续编辑', 'Keep editing'],
  firstPage: ['已是第一页', 'First page'],
  lastPage: ['已是最后一页', 'Last page'],
  showNext: ['再显示 {{count}} 个', 'Show {{count}} more'],
  cancel: ['取消', 'Cancel'],
  faults: ['有 {{count}} 处需要修改', { one: '{{count}} field to fix', other: '{{count}} fields to fix' }],
  faultsText: [
    '修改后再点“{{button}}”，光标已在第一处。',
    'Fix the marked fields, then click {{button}}. The cursor is in the first one.',
  ],
  saving: ['正在保存…', 'Saving…'],
})
