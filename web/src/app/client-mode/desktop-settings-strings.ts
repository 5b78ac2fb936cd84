import { texts } from '../../lib/i18n.ts'

export const t = texts('desktop-settings', {
  title: ['客户端设置', 'Client settings'],
  version: ['版本 {{version}}', 'Version {{version}}'],
  close: ['关闭', 'Close'],
  autostart: ['登录电脑时启动', 'Start when you sign in to the computer'],
  autostartHint: ['在后台启动，不打开窗口', 'In the background, without a window'],
  whenClosed: ['关闭窗口时', 'When the window is closed'],
  keepRunning: ['保持运行', 'Keep running'],
  quit: ['退出', 'Quit'],
  inTray: [
    '保持运行时，可从系统托盘打开窗口',
    'While it keeps running, open the window from the system tray',
  ],
  noTray: [
    '此系统没有托盘：保持运行时，再次启动客户端即可打开窗口',
    'This system has no tray: while it keeps running, start the client again to open the window',
  ],
  notifications: ['系统通知', 'System notifications'],
  notificationsHint: [
    '传输完成或失败、本地同步结束、登录过期时',
    'When transfers finish or fail, a local sync ends, or your sign-in expires',
  ],
  servers: ['服务器', 'Servers'],
  serversHint: ['每个服务器单独登录', 'Each server has a sign-in of its own'],
  current: ['使用中', 'In use'],
  use: ['切换', 'Switch'],
  useServer: ['切换到 {{server}}', 'Switch to {{server}}'],
  remove: ['移除', 'Remove'],
  removeServer: ['移除 {{server}}', 'Remove {{server}}'],
  removeTitle: ['移除 {{server}}？', 'Remove {{server}}?'],
  removeText: [
    '将退出此服务器的登录。云盘中的文件不受影响。',
    'You are signed out of this server. Files in the drive stay as they are.',
  ],
  removed: ['已移除 {{server}}', '{{server}} was removed'],
  useTitle: ['切换到 {{server}}？', 'Switch to {{server}}?'],
  useText: [
    '窗口会重新打开。未完成的传输会暂停，切换回来后可以继续。',
    'The window opens anew. Unfinished transfers are paused, and can go on when you switch back.',
  ],
  add: ['添加', 'Add'],
  address: ['服务器地址', 'Server address'],
  added: ['已添加 {{server}}', '{{server}} was added'],
  quitTitle: ['退出客户端？', 'Quit the client?'],
  quitText: [
    '还有 {{count}} 个传输未完成。退出后会暂停，下次启动可以继续。',
    'Unfinished transfers: {{count}}. If you quit, they are paused and can go on at the next start.',
  ],
})
