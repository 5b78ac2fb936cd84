import { unlinkPerson } from '@clouddisk/contract/admin-identity'
import { Link2Off } from 'lucide-react'
import { call } from '../../lib/api.ts'
import { confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'
import { withErrorMessage } from '../../ui/with-error-message.ts'
import { refreshIdentity } from './data.ts'
import { t } from './strings.ts'

/** Unlinks an account from a provider; asks first. */
export async function unlink(identityId: string, name: string): Promise<void> {
  const sure = await confirm({
    type: 'warning',
    title: t('unlinkTitle', { name }),
    text: t('unlinkText'),
    confirmText: t('unlink'),
    confirmIcon: Link2Off,
    danger: true,
  })
  if (!sure) return
  await withErrorMessage(t('notUnlinked'), async () => {
    await call(unlinkPerson, { identityId })
    toast.ok(t('unlinked'))
    await refreshIdentity()
  })
}
