import { type ReactElement, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { SentList } from './sent-list.tsx'
import { t } from './strings.ts'
import { useWriting, WriteFields } from './write-form.tsx'

const VIEWS = ['write', 'sent'] as const
export type FeedbackView = (typeof VIEWS)[number]

export interface FeedbackDialogProps extends DialogControl {
  view?: FeedbackView
}

/** Writes to the administrators, and shows what was written with its answers. */
export function FeedbackDialog({ view: first = 'write', ...dialog }: FeedbackDialogProps): ReactElement {
  const [view, setView] = useState<FeedbackView>(first)
  const writing = useWriting(() => setView('sent'))
  const { submission, id } = writing
  const isWriting = view === 'write'
  return (
    <Dialog
      {...dialog}
      width={640}
      title={t('title')}
      dirty={submission.form.dirty}
      busy={submission.busy}
      footer={
        <>
          <Button onClick={() => dialog.onOpenChange(false)}>{t(isWriting ? 'cancel' : 'close')}</Button>
          {isWriting && (
            <Button variant="primary" type="submit" form={id} busy={submission.busy}>
              {t('send')}
            </Button>
          )}
        </>
      }
    >
      <Tabs
        label={t('views')}
        tabs={VIEWS.map((value) => ({ value, label: t(value) }))}
        value={view}
        onChange={setView}
        className="-mt-2"
        panelClassName="min-h-90 pt-4"
      >
        {isWriting ? <WriteFields writing={writing} /> : <SentList />}
      </Tabs>
    </Dialog>
  )
}
