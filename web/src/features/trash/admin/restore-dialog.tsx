import type { SecondTrashItem } from '@clouddisk/contract/admin-recycle'
import { formatSize } from '@clouddisk/contract/format'
import { type ReactElement, useId, useState } from 'react'
import { useOwners } from '../../../lib/owners.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { SearchSelect, type SearchSelectOption } from '../../../ui/search-select.tsx'
import { restoreAdminEntries, totalAdminSize } from './admin-trash.ts'
import { t } from './strings.ts'

interface GiveDialogProps {
  items: readonly SecondTrashItem[]
  onClosed: () => void
}

/** Things go back to somebody who did not own them. */
export function RestoreDialog({ items, onClosed }: GiveDialogProps): ReactElement {
  const id = useId()
  const [open, setOpen] = useState(true)
  const [to, setTo] = useState<SearchSelectOption | null>(null)
  const [tried, setTried] = useState(false)
  const owners = useOwners(false)
  const count = items.length
  const orphans = items.filter(({ ownerExists }) => !ownerExists).length
  const give = () => {
    setTried(true)
    if (!to) return
    setOpen(false)
    void restoreAdminEntries(items, { userId: to.value, name: to.label })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      title={t('toTitle')}
      description={t('toSubject', { items: t('items', { count }), size: formatSize(totalAdminSize(items)) })}
      footer={
        <>
          <Button onClick={() => setOpen(false)}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" form={id}>
            {t('toConfirm', { count })}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          give()
        }}
      >
        {orphans > 0 && <p className="text-secondary text-warn">{t('toGone', { count: orphans })}</p>}
        <Field
          label={t('toPerson')}
          required
          hint={t('toText')}
          error={tried && !to ? t('toMissing') : undefined}
        >
          <SearchSelect
            {...owners}
            search={t('toSearch')}
            placeholder={t('toChoose')}
            value={to}
            onChange={setTo}
          />
        </Field>
      </form>
    </Dialog>
  )
}
