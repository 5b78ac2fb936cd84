import { texts } from '../lib/i18n.ts'

/** Texts of the error pages alone, so that they are not in the first load. */
export const t = texts('error-page', {
  error403: ['没有访问权限', 'You don’t have access'],
  error403Text: [
    '请联系所有者，或换个账号登录。',
    'Ask the owner for access, or sign in with another account.',
  ],
  error404: ['页面不存在', 'Page not found'],
  error404Text: [
    '你访问的页面不存在，可能已被移动或删除。',
    'This page doesn’t exist. It may have been moved or deleted.',
  ],
  back: ['返回上一页', 'Go back'],
  home: ['回到首页', 'Go home'],
})
