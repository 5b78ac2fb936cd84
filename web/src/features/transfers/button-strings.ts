import { texts } from '../../lib/i18n.ts'

/** Texts of the header's button, which is loaded at start; the panel has the others. */
export const t = texts('transfers-button', {
  buttonLabel: [
    '传输列表，{{up}} 个上传，{{down}} 个下载',
    'Transfers: {{up}} uploading, {{down}} downloading',
  ],
  buttonFailed: ['，{{count}} 个失败', ', {{count}} failed'],
  buttonUnfinished: ['，其他浏览器里有 {{count}} 个未完成', ', {{count}} unfinished elsewhere'],
  panelFailed: [
    '无法打开传输列表，传输会继续。请刷新页面后再试。',
    'Couldn’t open the transfer list. Transfers continue. Reload the page and try again.',
  ],
})
