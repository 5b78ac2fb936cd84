import { Info } from 'lucide-react'
import type { ReactElement } from 'react'
import { t } from './strings.ts'

/** Says that looking at others’ files is logged. */
export const AuditNotice = (): ReactElement => (
  <p className="flex min-w-0 items-start gap-1.5 text-secondary text-fg-2 md:ml-auto">
    <Info size={15} className="mt-0.5 shrink-0 text-info" aria-hidden />
    {t('notice')}
  </p>
)
