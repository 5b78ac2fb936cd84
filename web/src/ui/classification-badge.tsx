import { HIGH_CLASSIFICATION } from '@clouddisk/contract/classification'
import type { ReactElement } from 'react'
import { Chip } from './chip.tsx'
import { levelName, t } from './classification-words.ts'

/** A high classification, after a name; nothing below. */
export const ClassificationBadge = ({ level }: { level: number }): ReactElement | null =>
  level < HIGH_CLASSIFICATION ? null : (
    <Chip tone={level > HIGH_CLASSIFICATION ? 'danger' : 'warn'}>
      <span className="sr-only">{t('badge', { level: levelName(level) })}</span>
      <span aria-hidden>{levelName(level)}</span>
    </Chip>
  )
