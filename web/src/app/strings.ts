import { texts } from '../lib/i18n.ts'

export const t = texts('app', {
  personalFiles: ['个人文件', 'Personal files'],
  libraries: ['业务库', 'Libraries'],
  groupFiles: ['群组文件', 'Group files'],
  sharing: ['内部共享', 'Internal sharing'],
  links: ['外链分享', 'External link sharing'],
  newShares: ['有新的共享', 'New shares'],
  below: ['“{{label}}”的子菜单', 'Submenu of {{label}}'],
  favorites: ['我的收藏', 'My favorites'],
  personalTable: ['我的文件表', 'Personal table'],
  nodeSync: ['节点同步', 'Node sync'],
  recycleBin: ['回收站', 'Recycle bin'],
  mainMenu: ['主菜单', 'Main menu'],
  openMenu: ['打开菜单', 'Open menu'],
  skipToContent: ['跳到正文', 'Skip to content'],
  transfers: ['传输列表', 'Transfers'],
  personalSpace: ['个人', 'Personal'],
  usage: ['查看空间占用', 'See what fills it'],
  groupSpace: ['群组', 'Groups'],
  help: ['帮助', 'Help'],
  search: ['搜索', 'Search'],
  shortcuts: ['键盘快捷键', 'Keyboard shortcuts'],
  everywhere: ['所有页面', 'Everywhere'],
  close: ['关闭', 'Close'],
  offline: ['网络已断开，传输已暂停，恢复后自动继续。', 'You’re offline. Transfers resume automatically.'],
  serverAway: ['连不上服务器，正在重试', 'Can’t reach the server. Retrying…'],

  addressRefused: ['无法从当前网络访问', 'No access from this network'],
  error500: ['服务器出错了', 'Something went wrong on our side'],
  error500Text: [
    '请稍后再试；若仍失败，请联系管理员。',
    'Try again later. If it keeps happening, contact your administrator.',
  ],
  noSuchAddress: ['地址不存在，已回到个人文件', 'There’s no such address. These are your personal files.'],

  initFailed: ['页面无法打开', 'Couldn’t open the page'],
  initFailedText: [
    '连不上服务器。请检查网络后重试，或稍后再来。',
    'Can’t reach the server. Check your network and retry, or come back later.',
  ],
  pageFailed: ['页面出错了', 'Something went wrong'],
  pageFailedText: [
    '请重新加载页面。已上传的内容不受影响。',
    'Reload the page to continue. Your uploads are safe.',
  ],
  partFailedText: [
    '部分页面没有加载成功，可能刚发布了新版本。请重新加载。',
    'Part of the page didn’t load. There may be a new version. Reload the page.',
  ],
  reload: ['重新加载', 'Reload'],
  starting: ['正在打开…', 'Opening…'],
})
