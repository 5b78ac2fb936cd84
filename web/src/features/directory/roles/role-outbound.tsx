import { type AdminRoleRow, saveRoleOutbound } from '@clouddisk/contract/admin-roles'
import { type ReactElement, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { refreshDirectory } from '../../../lib/directory.ts'
import { Switch } from '../../../ui/switch.tsx'
import { withErrorMessage } from '../../../ui/with-error-message.ts'
import { t } from './strings.ts'

/** Whether a role can give the outbound permission. */
export const canGiveOutbound = (type: AdminRoleRow['type'], items: ReadonlySet<string>): boolean =>
  type === 'ordinary' && items.has('share')

/** Switches the outbound permission of a built-in role, which has nothing else to change. */
export function PresetOutbound({ role }: { role: AdminRoleRow }): ReactElement {
  const [outbound, setOutbound] = useState(role.outbound)
  const [busy, setBusy] = useState(false)
  const save = async (next: boolean) => {
    setOutbound(next)
    setBusy(true)
    const isSaved = await withErrorMessage(
      t('outboundNotSaved'),
      () => call(saveRoleOutbound, { roleId: role.roleId, outbound: next }),
      refreshDirectory,
    )
    if (!isSaved) setOutbound(!next)
    setBusy(false)
  }
  return (
    <Switch
      checked={outbound}
      onChange={(next) => !busy && void save(next)}
      label={t('outbound')}
      hint={t('outboundHint')}
      className="mb-5 rounded-l border border-line px-4 py-3"
    />
  )
}
