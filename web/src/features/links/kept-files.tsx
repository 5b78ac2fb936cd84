import type { Link } from '@clouddisk/contract/links'
import { EyeOff } from 'lucide-react'
import type { ReactElement } from 'react'
import { t } from './strings.ts'

/** How many files a link keeps from its visitors for their classification; nothing where it keeps none. */
export const KeptFiles = ({ link }: { link: Link }): ReactElement | null =>
  link.keptFiles === 0 ? null : (
    <p className="flex gap-2.5 rounded-m bg-warn-soft px-3 py-2.5 text-secondary">
      <EyeOff size={16} aria-hidden className="mt-0.5 shrink-0 text-warn" />
      <span>{t('keptFiles', { count: link.keptFiles })}</span>
    </p>
  )
