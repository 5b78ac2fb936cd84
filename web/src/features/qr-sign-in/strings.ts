import { texts } from '../../lib/i18n.ts'

export const t = texts('qr-sign-in', {
  title: ['扫码登录', 'Sign in with your phone'],
  question: ['登录到另一台设备？', 'Sign in on another device?'],
  as: ['将以 {{name}}（{{account}}）登录', 'Signs in as {{name}} ({{account}})'],
  device: ['设备', 'Device'],
  address: ['网络地址', 'Network address'],
  region: ['区域', 'Region'],
  time: ['请求时间', 'Asked at'],
  unknownDevice: ['未知设备', 'Unknown device'],
  otherNetwork: [
    '这台设备与你的手机不在同一网络。请确认屏幕就在你面前，且不是别人发来的二维码。',
    'That device isn’t on the same network as your phone. Make sure its screen is in front of you, and that nobody sent you the code.',
  ],
  sameNetworkText: [
    '请确认这是你面前的设备。确认后它将登录你的账号。',
    'Make sure it’s the device in front of you. It will be signed in to your account.',
  ],
  confirm: ['确认登录', 'Sign in there'],
  refuse: ['不是我', 'It isn’t me'],
  confirmed: ['已确认', 'Confirmed'],
  confirmedText: ['请回到那台设备继续。', 'Go on at the other device.'],
  refused: ['已拒绝', 'Refused'],
  refusedText: [
    '那台设备没有登录。不要再扫别人发来的二维码。',
    'That device wasn’t signed in. Don’t scan codes that others send you.',
  ],
  over: ['二维码已失效', 'This code has expired'],
  home: ['返回云盘', 'Go to the drive'],
  retry: ['重试', 'Try again'],
})
