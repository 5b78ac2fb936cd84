import { texts } from './i18n.ts'

/** Texts about failed calls. */
export const t = texts('api', {
  network: ['连不上服务器。请检查网络后重试。', 'Can’t reach the server. Check your network and try again.'],
  timeout: ['请求超时。请稍后重试。', 'The request timed out. Try again later.'],
  unknown: ['出错了，请稍后重试。', 'Something went wrong. Try again.'],
})
