import { texts } from '../lib/i18n.ts'

export const t = texts('app', {
  personalFiles: ['个人文件', 'Personal File'],
  groupFiles: ['群组文件', 'Group File'],
  sharing: ['内部共享', 'Internal Sharing'],
  newShares: ['有新的共享', 'Something new'],
  below: ['“{{label}}”的下级', 'Below {{label}}'],
  favorites: ['我的收藏', 'My Favorites'],
  recycleBin: ['回收站', 'Recycle Bin'],
  mainMenu: ['主菜单', 'Main menu'],
  openMenu: ['打开菜单', 'Open menu'],
  skipToContent: ['跳到正文', 'Skip to content'],
  transfers: ['传输列表', 'Transfers'],
  personalSpace: ['个人', 'Personal'],
  groupSpace: ['群组', 'Groups'],
  help: ['帮助', 'Help'],
  shortcuts: ['键盘快捷键', 'Keyboard shortcuts'],
  shortcutsNone: ['这里没有快捷键', 'No shortcuts here'],
  everywhere: ['所有页面', 'Everywhere'],
  close: ['关闭', 'Close'],
  offline: ['网络已断开，传输已暂停。恢复后自动继续。', 'You’re offline. Transfers resume by themselves.'],
  serverAway: ['连不上服务器，正在重试', 'Can’t reach the server, retrying'],
  online: ['网络已恢复', 'You’re back online'],

  error403: ['没有访问权限', 'You don’t have access'],
  error403Text: ['请联系内容的所有者，或换一个账号登录。', 'Ask its owner, or sign in with another account.'],
  error404: ['页面不存在', 'There’s no such page'],
  error404Text: [
    '你访问的页面不存在，可能已被移动或删除。',
    'The page you opened doesn’t exist. It may have been moved or deleted.',
  ],
  error500: ['服务出错了', 'Something broke on our side'],
  error500Text: [
    '请稍后再试；若仍失败，请联系管理员。',
    'Try again later. If it keeps happening, contact your administrator.',
  ],
  noSuchAddress: ['地址不存在，已回到个人文件', 'There’s no such address. These are your personal files.'],
  back: ['返回上一页', 'Go back'],
  home: ['回到首页', 'Go home'],

  initFailed: ['页面没能打开', 'The page couldn’t start'],
  initFailedText: [
    '连不上服务器。检查网络后重试，或稍后再来。',
    'The service can’t be reached. Check your network and retry, or come back later.',
  ],
  pageFailed: ['这个页面出错了', 'Something went wrong here'],
  pageFailedText: [
    '重新加载后继续。已上传的内容不受影响。',
    'Reload to continue. What you uploaded is safe.',
  ],
  partFailedText: [
    '页面的一部分没能加载，可能刚发布了新版本。重新加载即可。',
    'Part of the page didn’t load; there may be a new version. Reload the page.',
  ],
  reload: ['重新加载', 'Reload'],
  retry: ['重试', 'Retry'],
  starting: ['正在打开…', 'Opening…'],
})
