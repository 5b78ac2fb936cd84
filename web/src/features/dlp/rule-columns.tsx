import type { DlpLevel, DlpRule } from '@clouddisk/contract/dlp'
import type { ReactElement } from 'react'
import { Chip, type Tone } from '../../ui/chip.tsx'
import { TimeCell } from '../../ui/list/cells.tsx'
import { column } from '../../ui/list/column.tsx'
import type { ColumnDef } from '../../ui/table/columns.ts'
import { t } from './strings.ts'

/** Rules as rows. */

export const levelTone = (level: DlpLevel): Tone =>
  level === 'high' ? 'danger' : level === 'medium' ? 'warn' : 'neutral'

function subject({ kind, terms, pattern, threshold }: DlpRule): string {
  if (kind === 'pattern') return pattern
  if (kind === 'words' || kind === 'fileName' || kind === 'fileType')
    return t(`${kind}Text`, { count: terms.length })
  return t('thresholdText', { count: threshold })
}

const Name = ({ rule }: { rule: DlpRule }): ReactElement => (
  <span className="min-w-0 flex-1 pr-3">
    <span className="block truncate text-body" title={rule.name}>
      {rule.name}
    </span>
    <span className="block truncate text-caption text-mut" title={subject(rule)}>
      {subject(rule)}
    </span>
  </span>
)

const State = ({ rule }: { rule: DlpRule }): ReactElement => (
  <Chip tone={rule.enabled ? 'ok' : 'neutral'}>{t(rule.enabled ? 'on' : 'off')}</Chip>
)

const Level = ({ rule }: { rule: DlpRule }): ReactElement => (
  <Chip tone={levelTone(rule.level)}>{t(rule.level)}</Chip>
)

export const columns: readonly ColumnDef<DlpRule>[] = [
  column('name', t('name'), { width: 'minmax(220px, 1.6fr)', fixed: true }, (rule) => <Name rule={rule} />),
  column('kind', t('kind'), { width: 'minmax(130px, 1fr)', from: 1024 }, (rule) => t(rule.kind)),
  column('level', t('level'), { width: '110px', from: 768 }, (rule) => <Level rule={rule} />),
  column('action', t('action'), { width: '110px', from: 768 }, (rule) => t(rule.action)),
  column('state', t('state'), { width: '100px', from: 768 }, (rule) => <State rule={rule} />),
  column('modified', t('modified'), { width: '132px', from: 1280 }, (rule) => (
    <TimeCell iso={rule.updateTime} className="tabular pr-2" />
  )),
]

export const phoneRow = (rule: DlpRule): ReactElement => (
  <span className="flex min-w-0 flex-1 items-center gap-2">
    <Name rule={rule} />
    <Level rule={rule} />
    <State rule={rule} />
  </span>
)
