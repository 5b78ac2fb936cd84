import { texts } from '../../../lib/i18n.ts'

/** Words of files that may only be viewed. */
export const t = texts('pages', {
  viewOnly: ['仅供查看。每页都带有“{{reader}}”的水印。', 'View only. Every page is marked “{{reader}}”.'],
  loadingPage: ['正在打开第 {{number}} 页…', 'Opening page {{number}}…'],
  pageFailed: ['第 {{number}} 页打开失败', 'Couldn’t open page {{number}}'],
})
