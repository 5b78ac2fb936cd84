import type { Instance } from '@clouddisk/contract/files'
import { LIMITS } from '@clouddisk/contract/limits'
import type { ReactElement } from 'react'
import { useLabelFilter } from '../../lib/label-filter.ts'
import { LabelEditor } from './label-editor.tsx'
import { RemarkSection } from './remark-section.tsx'
import { t } from './strings.ts'

/** Labels and remark of an item in its details; what is empty is left out for those who may not fill it. */
export function LabelSection({ item }: { item: Instance }): ReactElement {
  const editable = item.fileAuth.includes('label')
  const onFilter = useLabelFilter()
  return (
    <>
      {(editable || item.labels.length > 0) && (
        <section className="border-t border-line px-5 py-4">
          <h3 className="mb-2 flex items-baseline gap-1.5 text-secondary font-semibold">
            {t('labels')}
            <span className="tabular font-normal text-mut">
              {item.labels.length}/{LIMITS.labelsMax}
            </span>
          </h3>
          <LabelEditor items={[item]} editable={editable} onFilter={onFilter} />
        </section>
      )}
      <RemarkSection item={item} />
    </>
  )
}
