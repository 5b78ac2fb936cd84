import { texts } from '../../lib/i18n.ts'

/** Texts of name conflicts. */
export const t = texts('files-conflict', {
  conflictTitle: ['“{{folder}}”里已有同名项', '{{folder}} already has an item with this name'],
  conflictChoose: ['怎么处理“{{name}}”', 'What to do with {{name}}'],
  keepBoth: ['保留两份', 'Keep both'],
  keepBothHint: ['存为“{{name}}”', 'Saved as {{name}}'],
  newVersion: ['存为新版本', 'Save as a new version'],
  newVersionHint: ['原内容保留在历史版本里', 'The current content stays in the version history'],
  skip: ['跳过', 'Skip'],
  skipHint: ['不处理这一项', 'Leave this one as it is'],
  forAll: [
    '对其余 {{count}} 个执行相同操作',
    { one: 'Do this for the other one', other: 'Do this for the other {{count}}' },
  ],
  proceed: ['继续', 'Continue'],
})
