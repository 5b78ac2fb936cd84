import { texts } from '../../lib/i18n.ts'

export const t = texts('client-mode', {
  transferList: ['传输列表', 'Transfer list'],
  localSync: ['本地同步', 'Local sync'],
  foot: ['空间与设置', 'Space and settings'],
  freeSpace: ['个人可用空间', 'Personal space free'],
  freeGroupSpace: ['群组可用空间', 'Group space free'],
  unlimited: ['不限', 'Unlimited'],
  settings: ['设置', 'Settings'],
  desktopSettings: ['客户端设置', 'Client settings'],
  quitClient: ['退出客户端', 'Quit the client'],
  settingsOutside: ['在浏览器中打开设置', 'Open settings in the browser'],
  privacyPolicy: ['隐私政策', 'Privacy policy'],
})
