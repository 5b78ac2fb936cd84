import { texts } from '../../lib/i18n.ts'

/** Texts of the details panel. */
export const t = texts('files-details', {
  activity: ['动态', 'Activity'],
  comments: ['评论', 'Comments'],
  basics: ['基本信息', 'Details'],
  location: ['位置', 'Location'],
  createdWhen: ['创建时间', 'Created'],
  modifiedWhen: ['修改时间', 'Modified'],
  editedOnline: ['在线编辑', 'Editing online'],
  editedBy: ['{{user}} · {{time}} 开始', '{{user}} · since {{time}}'],
  contains: ['内容', 'Contents'],
  versions: ['历史版本', 'Versions'],
  manageVersions: ['查看和恢复', 'View and restore'],
  current: ['当前', 'Current'],
  checksum: ['SHA-256', 'SHA-256'],
  copyChecksum: ['复制 SHA-256', 'Copy SHA-256'],
  checksumCopied: ['SHA-256 已复制', 'SHA-256 copied'],
  panelEmpty: ['选择文件或文件夹，查看属性。', 'Select a file or folder to see its properties.'],
  panelMany: ['已选 {{count}} 项', { one: '{{count}} item selected', other: '{{count}} items selected' }],
  totalSize: ['合计', 'Total'],
  close: ['关闭', 'Close'],
  retry: ['重试', 'Retry'],
})
