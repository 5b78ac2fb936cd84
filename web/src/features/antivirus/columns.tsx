import type { QuarantinedContent, QuarantinedFile, QuarantineState } from '@clouddisk/contract/antivirus'
import type { ReactElement } from 'react'
import { Chip, type Tone } from '../../ui/chip.tsx'
import { PlainCell, TimeCell } from '../../ui/list/cells.tsx'
import { column } from '../../ui/list/column.tsx'
import type { ColumnDef } from '../../ui/table/columns.ts'
import { TwoLines } from '../../ui/two-lines.tsx'
import { nameOf } from './data.ts'
import { t } from './strings.ts'

/** Content in quarantine as rows. */

const TONES: Record<QuarantineState, Tone> = { infected: 'danger', tooLarge: 'warn', failed: 'warn' }

const placeOf = ({ path, isCurrent, inRecycle }: QuarantinedFile): string =>
  [path, !isCurrent && t('oldVersion'), inRecycle && t('inRecycle')].filter(Boolean).join(' · ')

/** Where the first file is, and how many others there are. */
const noteOf = ({ files: [first], fileCount }: QuarantinedContent): string =>
  [first && placeOf(first), fileCount > 1 && t('andOthers', { count: fileCount - 1 })]
    .filter(Boolean)
    .join(' · ')

const foundIn = ({ state, finding }: QuarantinedContent): string =>
  state === 'tooLarge' ? t('tooLargeText') : finding

/** Of engine/number. */
const numberOf = (signature: string): string => signature.split('/')[1] ?? signature

const File = ({ content }: { content: QuarantinedContent }): ReactElement => (
  <TwoLines
    className="pr-3"
    name={nameOf(content)}
    nameTitle={nameOf(content)}
    note={noteOf(content)}
    noteTitle={noteOf(content)}
  />
)

const Owner = ({ content: { files } }: { content: QuarantinedContent }): ReactElement => (
  <TwoLines
    className="pr-3"
    name={files[0]?.ownerName ?? ''}
    note={t('uploadedBy', { name: files[0]?.uploaderName ?? '' })}
  />
)

const State = ({ state }: { state: QuarantineState }): ReactElement => (
  <Chip tone={TONES[state]}>{t(state)}</Chip>
)

export const quarantineColumns: readonly ColumnDef<QuarantinedContent>[] = [
  column('file', t('file'), { width: 'minmax(200px, 2fr)', fixed: true }, (content) => (
    <File content={content} />
  )),
  column('owner', t('owner'), { width: 'minmax(130px, 1fr)', from: 1024 }, (content) => (
    <Owner content={content} />
  )),
  column('finding', t('finding'), { width: 'minmax(170px, 1.2fr)', from: 768 }, (content) => (
    <PlainCell>{foundIn(content)}</PlainCell>
  )),
  column('state', t('state'), { width: '132px', from: 768 }, (content) => <State state={content.state} />),
  column('signature', t('signature'), { width: '116px', from: 1440 }, ({ signature, signatureTime }) => (
    <TwoLines
      className="tabular pr-3"
      nameClass="text-secondary text-fg-2"
      name={numberOf(signature)}
      note={signatureTime?.slice(0, 10) ?? ''}
    />
  )),
  // With room beside the time for the buttons of the row.
  column('time', t('time'), { width: '172px', from: 1024 }, ({ scanTime }) => (
    <TimeCell iso={scanTime ?? ''} className="tabular" />
  )),
]

/** Two lines for a phone: the file; what was found, and whose it is. */
export const QuarantinePhoneRow = (content: QuarantinedContent): ReactElement => (
  <span className="flex min-w-0 flex-1 items-center gap-3">
    <TwoLines
      className="flex-1"
      nameClass="text-section"
      name={nameOf(content)}
      note={[content.files[0]?.ownerName, foundIn(content)].filter(Boolean).join(' · ')}
    />
    <State state={content.state} />
  </span>
)
