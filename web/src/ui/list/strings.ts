import { texts } from '../../lib/i18n.ts'

/** Words that all list pages share. */
export const t = texts('list-page', {
  clearSelection: ['取消选择', 'Clear selection'],
  selectAll: ['全选', 'Select all'],
  menuOf: ['“{{name}}”的操作', 'Actions for {{name}}'],
  more: ['更多操作', 'More actions'],
  refresh: ['刷新', 'Refresh'],
  clearFilters: ['清除筛选', 'Clear filters'],
  trace: ['追踪编号：{{traceId}}', 'Trace ID: {{traceId}}'],
  is: ['{{label}}：', '{{label}}: '],
  all: ['全部', 'All'],
})
