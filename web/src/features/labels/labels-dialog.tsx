import type { Instance } from '@clouddisk/contract/files'
import { type ReactElement, useState } from 'react'
import { usePendingVersion, withPending } from '../../lib/pending.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LabelEditor } from './label-editor.tsx'
import { labelRequests } from './label-requests.ts'
import { t } from './strings.ts'

/** Changes the labels of chosen items; stands once in the page. */
export function LabelDialogs(): ReactElement | null {
  const request = labelRequests.useOpen()
  return request ? (
    <LabelsDialog key={request.id} items={request.question} onClose={() => request.answer()} />
  ) : null
}

function LabelsDialog(props: { items: readonly Instance[]; onClose: () => void }): ReactElement {
  const { onClose } = props
  const [openedAt] = useState(() => performance.now())
  usePendingVersion()
  // As they were when it was opened, with what has been changed since.
  const items = props.items.map((item) => withPending(item.instanceId, item, openedAt))
  const [first] = items
  return (
    <Dialog
      open
      width={480}
      onOpenChange={(open) => !open && onClose()}
      title={
        items.length === 1 && first
          ? t('labelsOf', { name: first.instanceName })
          : t('labelsOfMany', { count: items.length })
      }
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('done')}
        </Button>
      }
    >
      <LabelEditor items={items} editable ready />
    </Dialog>
  )
}
