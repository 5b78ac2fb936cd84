import { texts } from '../../lib/i18n.ts'

export const t = texts('accounts', {
  product: ['企业云盘', 'Clouddisk'],
  signInTo: ['登录{{product}}', 'Sign in to {{product}}'],
  signInIntro: ['使用公司账号继续', 'Use your company account'],
  sessionTimedOut: [
    '登录已过期，重新登录后会回到这里。',
    'Your session has expired. Sign in to return here.',
  ],
  sessionEnded: [
    '此设备已在其他设备或由管理员退出登录。如非本人操作，请登录后修改密码。',
    'This device was signed out from another device or by an administrator. If you didn’t expect this, sign in and change your password.',
  ],
  domainIntro: ['使用域账号继续', 'Use your domain account'],
  domainAccount: ['使用域账号', 'Use my domain account'],
  domain: ['域', 'Domain'],
  domainMissing: [
    '域账号登录未开通。请联系管理员，或使用其他方式登录。',
    'Signing in with domain accounts isn’t set up. Contact your administrator, or sign in another way.',
  ],
  alreadySignedIn: ['你已登录：{{name}}', 'You’re signed in as {{name}}'],
  openDrive: ['打开云盘', 'Open the drive'],
  switchAccount: ['切换账号', 'Switch accounts'],
  account: ['账号', 'Account'],
  password: ['密码', 'Password'],
  signIn: ['登录', 'Sign in'],
  signingIn: ['正在登录…', 'Signing in…'],
  accountMissing: ['请输入账号', 'Enter your account'],
  passwordMissing: ['请输入密码', 'Enter your password'],
  capsLock: ['大写锁定已开启', 'Caps Lock is on'],
  waitSeconds: ['{{seconds}} 秒后重试', 'Try again in {{seconds}} s'],
  waits: ['输错次数过多，请稍候', 'Too many failed attempts. Wait a moment.'],
  triedTooOften: ['输错次数过多，请 {{wait}}后再试。', 'Too many failed attempts. Try again in {{wait}}.'],
  advanced: ['高级设置', 'Advanced'],
  regionElsewhere: ['此区域的登录地址：', 'People of this region sign in at'],
  advancedHint: [
    '区域和平台由管理员设置，不确定时请保持默认。区域是账号所在的数据中心，平台是公司内独立管理的云盘。',
    'Set by your administrator; leave them if unsure. A region is your account’s data center, a platform one of your company’s separate drives.',
  ],
  region: ['区域', 'Region'],
  platform: ['平台', 'Platform'],
  notice: ['仅限本人使用，操作将被审计', 'Authorized use only. Activity may be audited.'],
  otherLanguage: ['English', '中文'],

  changePassword: ['修改密码', 'Change password'],
  firstPassword: ['设置新密码', 'Set a new password'],

  sessions: ['登录设备', 'Signed-in devices'],
  close: ['关闭', 'Close'],

  userMenu: ['的菜单', ': account menu'],
  languageChanged: ['语言已在其他窗口更改', 'The language was changed in another window'],
  reload: ['重新加载', 'Reload'],
  settingsNotSaved: ['设置仅在此设备生效：{{reason}}', 'Saved on this device only: {{reason}}'],
})
