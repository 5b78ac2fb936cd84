import type { AdminFeedback } from '@clouddisk/contract/feedback'
import { Image } from 'lucide-react'
import type { ReactElement } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { OwnerCell, PlainCell, TimeCell } from '../../../ui/list/cells.tsx'
import { column } from '../../../ui/list/column.tsx'
import type { ColumnDef } from '../../../ui/table/columns.ts'
import { TwoLines } from '../../../ui/two-lines.tsx'
import { STATE_TONES } from '../feedback.ts'
import { t as words } from '../strings.ts'
import { t } from './strings.ts'

/** The account, and the department if there is one. */
export const accountOf = ({ account, departmentName }: AdminFeedback): string =>
  departmentName === null ? account : `${account} · ${departmentName}`

const State = ({ feedback }: { feedback: AdminFeedback }): ReactElement => (
  <Chip tone={STATE_TONES[feedback.state]}>{words(feedback.state)}</Chip>
)

const PictureMark = (): ReactElement => (
  <Image size={15} role="img" aria-label={words('pictureOf')} className="shrink-0 text-mut" />
)

export const feedbackColumns: readonly ColumnDef<AdminFeedback>[] = [
  column('person', t('person'), { width: 'minmax(160px, 1fr)', fixed: true }, (feedback) => (
    <OwnerCell type="user" name={feedback.personName}>
      <span className="block truncate text-caption text-mut" title={accountOf(feedback)}>
        {accountOf(feedback)}
      </span>
    </OwnerCell>
  )),
  column('text', t('text'), { width: 'minmax(200px, 2fr)', from: 768 }, (feedback) => (
    <span className="flex min-w-0 items-center gap-2 pr-2">
      <PlainCell>{feedback.text}</PlainCell>
      {feedback.hasPicture && <PictureMark />}
    </span>
  )),
  column('kind', t('kind'), { width: '116px', from: 1024 }, (feedback) => (
    <PlainCell>{words(feedback.kind)}</PlainCell>
  )),
  column('state', t('state'), { width: '116px', from: 768 }, (feedback) => <State feedback={feedback} />),
  // With room beside the time for the buttons of the row.
  column('createTime', t('time'), { width: '228px', from: 1024 }, (feedback) => (
    <TimeCell iso={feedback.createTime} className="tabular" />
  )),
]

/** Two lines for a phone: person; what was written. */
export const FeedbackPhoneRow = (feedback: AdminFeedback): ReactElement => (
  <span className="flex min-w-0 flex-1 items-center gap-3">
    <Avatar name={feedback.personName} size={30} />
    <TwoLines
      className="flex-1"
      nameClass="text-section"
      name={feedback.personName}
      note={`${words(feedback.kind)} · ${feedback.text}`}
    />
    {feedback.hasPicture && <PictureMark />}
    <State feedback={feedback} />
  </span>
)
