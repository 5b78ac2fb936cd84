import { texts } from '../../lib/i18n.ts'
import { confirm } from '../../ui/confirm.tsx'

const t = texts('transfers-signing-out', {
  title: [
    '有 {{count}} 个上传正在进行',
    { one: '{{count}} upload is under way', other: '{{count}} uploads are under way' },
  ],
  text: [
    '退出后会暂停。重新登录后可以接着传，可能要再选一次文件。',
    {
      one: 'Signing out pauses it. It can go on after you sign in again; you may have to choose the file again.',
      other:
        'Signing out pauses them. They can go on after you sign in again; you may have to choose the files again.',
    },
  ],
  signOut: ['退出登录', 'Sign out'],
  stay: ['留下来', 'Stay'],
})

/** Whether to sign out although so many uploads are under way: with the session ends what they send. */
export const askToSignOut = (count: number): Promise<boolean> =>
  confirm({
    type: 'warning',
    title: t('title', { count }),
    text: t('text', { count }),
    confirmText: t('signOut'),
    cancelText: t('stay'),
  })
