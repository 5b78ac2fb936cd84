import { plural, texts } from '../../lib/i18n.ts'

/** Words of the dialog with the devices one is signed in on, which comes after the first load. */
export const t = texts('sessions', {
  sessionsText: [
    '12 小时未使用或登录满 7 天会自动退出。如有陌生设备，请退出该设备并修改密码。',
    'You’re signed out after 12 hours of inactivity, or after 7 days. If you see a device you don’t recognize, sign it out and change your password.',
  ],
  thisDevice: ['当前设备', 'This device'],
  lastSeen: ['最近使用：{{time}}', 'Last active: {{time}}'],
  signedInAt: ['登录时间：{{time}}', 'Signed in: {{time}}'],
  signOutDevice: ['退出', 'Sign out'],
  signOutOthers: ['退出其他设备', 'Sign out other devices'],
  onlyThisDevice: ['没有其他登录设备', 'No other devices are signed in'],
  othersSignedOut: [
    '已退出 {{count}} 台设备',
    plural('{{count}} device signed out', '{{count}} devices signed out'),
  ],
  signOutOthersQuestion: ['退出其他所有设备？', 'Sign out all other devices?'],
  signOutOthersText: [
    '这些设备上的传输会暂停，重新登录后继续。',
    'Transfers on those devices pause until you sign in again.',
  ],
  unknownDevice: ['未知设备', 'Unknown device'],
})
