import { texts } from '../../lib/i18n.ts'

/** Words of changing one's password. */
export const t = texts('password', {
  firstPasswordText: [
    '首次登录或密码被重置后，需要设置新密码。',
    'This is your first sign-in, or your password was reset. Choose a new one to continue.',
  ],
  oldPassword: ['原密码', 'Current password'],
  newPassword: ['新密码', 'New password'],
  repeatPassword: ['确认新密码', 'Confirm new password'],
  passwordRule: [
    '至少 8 个字符，包含大写字母、小写字母、数字、符号中的三种',
    'At least 8 characters with three of: uppercase, lowercase, digits, symbols',
  ],
  oldMissing: ['请输入原密码', 'Enter your current password'],
  newMissing: ['请输入新密码', 'Enter a new password'],
  notTheSame: ['两次输入不一致', 'The passwords don’t match'],
  save: ['保存', 'Save'],
  saveAndGoOn: ['保存并继续', 'Save and continue'],
  passwordChanged: ['密码已修改，其他设备需重新登录', 'Password changed. Other devices must sign in again.'],
  useOtherAccount: ['切换账号', 'Use another account'],
})
