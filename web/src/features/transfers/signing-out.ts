import { plural, texts } from '../../lib/i18n.ts'
import { confirm } from '../../ui/confirm.tsx'

const t = texts('transfers-signing-out', {
  title: [
    '有 {{count}} 个上传正在进行',
    plural('{{count}} upload in progress', '{{count}} uploads in progress'),
  ],
  text: [
    '退出后上传会暂停，重新登录后可续传，可能需要重新选择文件。',
    plural(
      'Signing out pauses it. You can resume after signing in again, and may need to choose the file again.',
      'Signing out pauses them. You can resume after signing in again, and may need to choose the files again.',
    ),
  ],
  signOut: ['退出登录', 'Sign out'],
  stay: ['取消', 'Cancel'],
})

/** Confirms a sign-out during uploads, which end with the session. */
export const confirmSignOut = (count: number): Promise<boolean> =>
  confirm({
    type: 'warning',
    title: t('title', { count }),
    text: t('text', { count }),
    confirmText: t('signOut'),
    cancelText: t('stay'),
  })
