import { texts } from '../lib/i18n.ts'

/** Words of fields that no page of the first load has. */
export const t = texts('ui-forms', {
  calendar: ['日历', 'Calendar'],
  chooseDay: ['选择日期', 'Choose a day'],
  takeOut: ['移除“{{name}}”', 'Remove {{name}}'],
  choices: ['选项', 'Choices'],
  searching: ['正在查找…', 'Searching…'],
  nothing: ['没有符合的选项', 'Nothing matches'],
})
