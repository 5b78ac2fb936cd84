import { texts } from '../../lib/i18n.ts'

/** Words of the black half of the sign-in page, which the personal files do without. */
export const t = texts('brand', {
  slogan: ['企业文件，\n各归其位。', 'Company files,\nwhere they belong.'],
  sloganText: [
    '断网、关机、刷新后，上传从断点继续；\n每个字节都经过校验。',
    'Uploads resume after a lost connection, a restart or a reload, and every byte is verified.',
  ],
  benefitResume: ['大文件断点续传', 'Large uploads resume'],
  benefitResumeNote: ['断网不用重传', 'No starting over'],
  benefitVerified: ['逐字节校验', 'Every byte verified'],
  benefitVerifiedNote: ['已完成', 'Done'],
  benefitTrash: ['误删可恢复', 'Deleted by mistake?'],
  benefitTrashNote: ['回收站保留 30 天', 'Kept for 30 days'],
})
