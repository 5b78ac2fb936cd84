import {
  linkIdentity,
  type OwnIdentity,
  queryOwnIdentities,
  unlinkIdentity,
} from '@clouddisk/contract/sign-in'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { call } from '../../../lib/api.ts'
import { callQuery } from '../../../lib/call-query.ts'
import { formatDateTime } from '../../../lib/format-date-time.ts'
import { language, texts } from '../../../lib/i18n.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { toast } from '../../../ui/toast.tsx'
import { withErrorMessage } from '../../../ui/with-error-message.ts'
import { SettingRow } from './setting-row.tsx'

const t = texts('own-identities', {
  title: ['{{name}}登录', 'Sign-in with {{name}}'],
  linked: ['已关联 {{name}}', 'Linked {{name}}'],
  used: ['，最近登录于 {{when}}', ', last used {{when}}'],
  notLinked: [
    '未关联。关联后可用它登录此账号。',
    'Not linked. Once linked, it signs you in to this account.',
  ],
  link: ['关联', 'Link'],
  unlink: ['解除', 'Unlink'],
  unlinkTitle: ['解除与“{{name}}”的关联？', 'Unlink “{{name}}”?'],
  unlinkText: ['之后不能再用它登录此账号。', 'It won’t sign you in to this account any more.'],
  unlinked: ['已解除与“{{name}}”的关联', 'Unlinked “{{name}}”'],
  notChanged: ['更改失败', 'Couldn’t change it'],
})

const identitiesQuery = callQuery(['own-identities'], queryOwnIdentities, {})
const nameOf = ({ zh, en }: OwnIdentity): string => (language === 'zh-CN' ? zh : en)

/** The providers that one signs in through; nothing where there are none. */
export function OwnIdentities(): ReactElement {
  const { data } = useQuery(identitiesQuery)
  return (
    <>
      {data?.map((one) => (
        <SettingRow
          key={one.identityId ?? one.providerId}
          label={t('title', { name: nameOf(one) })}
          hint={hintOf(one)}
        >
          {one.identityId ? (
            <Button size="small" onClick={() => void unlink(one)}>
              {t('unlink')}
            </Button>
          ) : (
            <Button size="small" onClick={() => void link(one)}>
              {t('link')}
            </Button>
          )}
        </SettingRow>
      ))}
    </>
  )
}

function hintOf({ identityId, name, lastUsedTime }: OwnIdentity): string {
  if (!identityId) return t('notLinked')
  const used = lastUsedTime ? t('used', { when: formatDateTime(lastUsedTime) }) : ''
  return t('linked', { name }).trim() + used
}

/** Leads to the provider, and back to these settings. */
async function link(one: OwnIdentity): Promise<void> {
  await withErrorMessage(t('notChanged'), async () => {
    const service = `${location.pathname}${location.search}#account-settings`
    const { url } = await call(linkIdentity, { providerId: one.providerId, service })
    location.assign(url)
  })
}

async function unlink(one: OwnIdentity): Promise<void> {
  const { identityId } = one
  if (!identityId) return
  const sure = await confirm({
    type: 'warning',
    title: t('unlinkTitle', { name: nameOf(one) }),
    text: t('unlinkText'),
    confirmText: t('unlink'),
    danger: true,
  })
  if (!sure) return
  await withErrorMessage(t('notChanged'), async () => {
    await call(unlinkIdentity, { identityId })
    toast.ok(t('unlinked', { name: nameOf(one) }))
    await queryClient.invalidateQueries(identitiesQuery)
  })
}
