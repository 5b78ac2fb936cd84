import { texts } from '../texts.ts'

export const say = texts({
  quitTitle: ['退出 Clouddisk', 'Quit Clouddisk'],
  quitText: [
    '还有 {{count}} 个传输未完成。退出后会暂停，下次启动可以继续。',
    '{{count}} transfers aren’t done. If you quit, they are paused and can go on at the next start.',
  ],
  quit: ['退出', 'Quit'],
  cancel: ['取消', 'Cancel'],
  serverInUse: [
    '正在使用此服务器，不能移除。请先切换到其他服务器。',
    'This server is in use and can’t be removed. Switch to another server first.',
  ],
  unknownServer: ['列表中没有此服务器。请先添加。', 'This server isn’t in the list. Add it first.'],
  badAddress: [
    '{{address}} 不是服务器地址。请填写例如 https://drive.example.com 的地址。',
    '{{address}} isn’t the address of a server. Enter one such as https://drive.example.com.',
  ],
  unreachable: [
    '连接不上 {{server}}。请检查地址与网络后重试。',
    '{{server}} can’t be reached. Check the address and the network, and try again.',
  ],
  noClouddisk: [
    '{{server}} 上没有 Clouddisk。请向管理员确认地址。',
    'There is no Clouddisk at {{server}}. Ask your administrator for the address.',
  ],
})
