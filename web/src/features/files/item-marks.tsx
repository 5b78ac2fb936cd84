import type { Instance } from '@clouddisk/contract/files'
import { Link } from 'lucide-react'
import type { ReactElement } from 'react'
import { extensionFor } from '../../lib/extension-points.ts'
import { texts } from '../../lib/i18n.ts'
import { ClassificationBadge } from '../../ui/classification-badge.tsx'

const t = texts('item-marks', { linkMark: ['已外链', 'Has a link'] })

/** Marks that few items have: a high classification, and an open link of one's own. */
export const ItemMarks = ({ item }: { item: Instance }): ReactElement => (
  <>
    <ClassificationBadge level={item.classification} />
    {item.isLinked && <LinkMark item={item} />}
  </>
)

/** Opens the link. Keyboards have the menu for it. */
const LinkMark = ({ item }: { item: Instance }): ReactElement => (
  <button
    type="button"
    tabIndex={-1}
    aria-label={t('linkMark')}
    title={t('linkMark')}
    onClick={(event) => {
      event.stopPropagation()
      extensionFor('links')?.open({ items: [item] })
    }}
    className="finger relative shrink-0 rounded-s text-mut hover:text-fg"
  >
    <Link size={15} aria-hidden />
  </button>
)
