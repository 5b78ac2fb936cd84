import { texts } from '../../lib/i18n.ts'

/** Words of work in the background. */
export const t = texts('jobs', {
  running: ['后台任务', 'Background tasks'],
  copying: ['正在复制 {{count}} 个文件', { one: 'Copying {{count}} file', other: 'Copying {{count}} files' }],
  extracting: ['正在解压', 'Extracting'],
  importing: ['正在导入旧网盘数据', 'Importing from old drive'],
  importCancelled: ['已取消，已导入的文件会保留', 'Canceled. Files imported so far are kept.'],
  imported: ['旧网盘数据已导入', 'Imported from old drive'],
  report: ['查看报告', 'Show report'],
  preparing: ['正在准备…', 'Preparing…'],
  progress: ['{{done}} / {{total}}', '{{done}} of {{total}}'],
  waiting: ['等待开始…', 'Waiting to start…'],
  unreachable: ['连不上服务器，正在重试…', 'Can’t reach the server, retrying…'],
  cancel: ['取消', 'Cancel'],
  cancelling: ['正在取消…', 'Canceling…'],
  cancelled: ['已取消，未留下副本', 'Canceled. No copies were kept.'],
  extractCancelled: ['已取消，未解压任何文件', 'Canceled. Nothing was extracted.'],
  failed: ['任务未完成，请重试。', 'The task didn’t finish. Try again.'],
  notCancelled: ['取消失败：{{reason}}', 'Couldn’t cancel: {{reason}}'],
})
