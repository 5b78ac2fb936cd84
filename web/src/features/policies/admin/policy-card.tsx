import type { OpenPolicyKind, PolicyVersion } from '@clouddisk/contract/policies'
import { ExternalLink, History, Pencil } from 'lucide-react'
import type { ReactElement } from 'react'
import { formatFullDateTime } from '../../../lib/format-date-time.ts'
import { openOutside } from '../../../lib/host.ts'
import { policyAddress } from '../../../lib/policy-addresses.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { t } from './strings.ts'

interface PolicyCardProps {
  kind: OpenPolicyKind
  /** The latest first. */
  versions: readonly PolicyVersion[]
  /** Absent where it may not be changed. */
  onEdit: ((version: number) => void) | undefined
  onVersions: (version: number) => void
}

/** One text, with the version in force. */
export function PolicyCard({ kind, versions, onEdit, onVersions }: PolicyCardProps): ReactElement | false {
  const current = versions.find((one) => one.current)
  if (!current) return false
  const { version } = current
  const name = t(kind)
  return (
    <section
      aria-labelledby={kind}
      className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-l border border-line bg-bg p-5 max-md:p-4"
    >
      <div className="min-w-60 flex-1">
        <div className="flex items-center gap-2.5">
          <h2 id={kind} className="text-section font-semibold">
            {name}
          </h2>
          <Chip>{t('version', { version })}</Chip>
        </div>
        {kind === 'usageRules' && <p className="mt-1 text-secondary text-fg-2">{t('usageRulesText')}</p>}
        <p className="tabular mt-1 text-secondary text-mut">
          {publishedBy(current)}
          {kind === 'usageRules' && ` · ${t('agreed', { count: current.acknowledged })}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {onEdit && (
          <Button icon={Pencil} aria-label={t('editKind', { kind: name })} onClick={() => onEdit(version)}>
            {t('edit')}
          </Button>
        )}
        <Button
          icon={History}
          aria-label={t('versionsOf', { kind: name })}
          onClick={() => onVersions(version)}
        >
          {t('versions')}
        </Button>
        <Button
          icon={ExternalLink}
          aria-label={t('openKind', { kind: name })}
          onClick={() => openOutside(new URL(policyAddress(kind), location.href).href)}
        >
          {t('open')}
        </Button>
      </div>
    </section>
  )
}

/** When, and by whom. */
export const publishedBy = ({ publishTime, author }: PolicyVersion): string =>
  t('by', { time: formatFullDateTime(publishTime), author: author ?? t('builtIn') })
