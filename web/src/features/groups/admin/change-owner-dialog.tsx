import { ApiError } from '@clouddisk/client/http/errors'
import { type AdminGroup, updateAnyGroup } from '@clouddisk/contract/admin-groups'
import type { AdminPerson } from '@clouddisk/contract/admin-people'
import { formatSize } from '@clouddisk/contract/format'
import { ArrowLeftRight } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { call, errorMessage } from '../../../lib/api.ts'
import { useExtension } from '../../../lib/extension-points.ts'
import { Button } from '../../../ui/button.tsx'
import { CloseButton } from '../../../ui/close-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { showError } from '../../../ui/failures.ts'
import { Field } from '../../../ui/field.tsx'
import type { OverlayControl } from '../../../ui/overlay-props.ts'
import { toast } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { refreshAllGroups } from './data.ts'
import { refusedFields } from './group-form.ts'
import { t } from './strings.ts'

export interface ChangeOwnerDialogProps extends OverlayControl {
  group: AdminGroup
}

interface Values {
  readonly owner: AdminPerson | undefined
}

/** Changes the owner without consent; shows first what it is charged. */
export function ChangeOwnerDialog({ group, open, onOpenChange }: ChangeOwnerDialogProps): ReactElement {
  const [busy, setBusy] = useState(false)
  const directory = useExtension('directory')
  const form = useForm<Values>({ owner: undefined }, ({ owner }) => ({
    owner: owner ? shortText(group, owner) : t('newOwnerMissing'),
  }))
  const { owner } = form.values
  const send = async () => {
    if (!owner) return
    setBusy(true)
    try {
      await changeOwner(group, owner.userId)
      onOpenChange(false)
      // No undo: who has owned a group stays its manager, and a handover that was called off stays so.
      toast.ok(t('given', { group: group.groupName, name: owner.userRealName }))
    } catch (error) {
      if (error instanceof ApiError)
        form.refuse({ owner: refusedFields(error)?.ownerId ?? errorMessage(error) })
      else showError(t('notGiven'), error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      dirty={form.dirty}
      busy={busy}
      title={t('giveTitle', { name: group.groupName })}
      footer={
        <>
          <CloseButton />
          <Button
            variant="primary"
            icon={ArrowLeftRight}
            busy={busy}
            onClick={() => form.submit(() => void send())}
          >
            {t('giveConfirm')}
          </Button>
        </>
      }
    >
      <div className="mb-4 space-y-1 rounded-m bg-field px-3 py-2.5 text-secondary text-fg-2">
        <p>{t('giveText', { name: group.ownerName })}</p>
        <p>
          {group.departmentName === null
            ? t('costs', { size: formatSize(group.totalCapacity), name: group.ownerName })
            : t('costsDepartment', { name: group.departmentName })}
        </p>
        {group.handover && <p>{t('giveWithdraws', { name: group.handover.toUser })}</p>}
      </div>
      {directory && (
        <Field
          label={t('newOwner')}
          required
          error={
            owner || form.errorCount > 0
              ? (form.errorOf('owner') ?? (owner && shortText(group, owner)))
              : undefined
          }
          hint={owner && allowanceText(group, owner)}
        >
          <directory.PersonPicker
            ref={form.control('owner').ref}
            value={owner}
            without={group.ownerId}
            placeholder={t('chooseOwner')}
            onChange={(next) => form.set({ owner: next })}
          />
        </Field>
      )}
    </Dialog>
  )
}

async function changeOwner({ groupId }: AdminGroup, ownerId: string): Promise<void> {
  try {
    await call(updateAnyGroup, { groupId, ownerId })
  } finally {
    void refreshAllGroups()
  }
}

/** What somebody lacks to own the group. */
function shortText(group: AdminGroup, { userRealName, groupCapacity, groupAllotted }: AdminPerson) {
  if (group.departmentId !== null || groupCapacity === null) return undefined
  const missing = groupAllotted + group.totalCapacity - groupCapacity
  return missing > 0 ? t('short', { name: userRealName, size: formatSize(missing) }) : undefined
}

function allowanceText(group: AdminGroup, { groupCapacity, groupAllotted }: AdminPerson) {
  if (group.departmentId !== null) return undefined
  const used = formatSize(groupAllotted + group.totalCapacity)
  return groupCapacity === null
    ? t('allowanceUnlimited', { used })
    : t('allowance', { used, total: formatSize(groupCapacity) })
}
