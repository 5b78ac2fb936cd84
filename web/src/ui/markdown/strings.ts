import { texts } from '../../lib/i18n.ts'

/** Words in and around rendered Markdown. */
export const t = texts('markdown', {
  remoteImage: ['外部图片 · {{host}}', 'Image from {{host}}'],
  taskDone: ['已完成', 'Done'],
  taskOpen: ['未完成', 'To do'],
  remoteImageAsk: ['打开外部图片？', 'Open this external image?'],
  remoteImageText: [
    '图片在 {{host}} 上，会在新标签页打开。该网站会知道你打开过它。',
    'It’s on {{host}} and opens in a new tab. That site will know you opened it.',
  ],
  openImage: ['打开图片', 'Open image'],
})
