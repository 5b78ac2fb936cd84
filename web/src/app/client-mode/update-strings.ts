import { texts } from '../../lib/i18n.ts'

export const t = texts('client-update', {
  update: ['客户端更新', 'Client update'],
  available: ['新版本 {{version}}', 'New version {{version}}'],
  installed: ['当前版本 {{version}}', 'You have {{version}}'],
  get: ['下载', 'Download'],
  download: ['下载新版本 {{version}}', 'Download version {{version}}'],
  dismiss: ['不再提示此版本', 'Don’t show this version again'],
})
