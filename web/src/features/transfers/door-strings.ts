import { texts } from '../../lib/i18n.ts'

/** Words of what the page holds from the start; the others come with the panel. */
export const t = texts('transfers-door', {
  buttonLabel: ['传输列表，上传 {{up}} 个，下载 {{down}} 个', 'Transfers, {{up}} up, {{down}} down'],
  buttonLeft: ['，其他浏览器里没传完 {{count}} 个', ', {{count}} left unfinished elsewhere'],
  panelFailed: [
    '传输列表没能打开，传输会继续。刷新页面后再试。',
    'The transfer list didn’t load; transfers go on. Reload the page and try again.',
  ],
})
