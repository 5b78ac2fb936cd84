import type { publicConfig } from '@clouddisk/contract/accounts'
import type { Reply } from '@clouddisk/contract/route'
import { Globe } from 'lucide-react'
import type { ReactElement } from 'react'
import { language } from '../../lib/i18n.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { t } from './strings.ts'

export type Offer = Reply<typeof publicConfig>['regions']
export interface Place {
  region?: string
  platform?: string
}

export interface PlaceFieldsProps {
  regions: Offer
  platforms: Offer
  place: Place
  onChoose: (key: keyof Place, id: string) => void
}

export function PlaceFields({ regions, platforms, place, onChoose }: PlaceFieldsProps): ReactElement {
  return (
    <div>
      <p className="mb-3 text-caption text-mut">{t('advancedHint')}</p>
      <div className="flex gap-3 max-[420px]:flex-col">
        {regions.length > 0 && (
          <Field label={t('region')} className="flex-1">
            <Select
              icon={Globe}
              value={place.region ?? ''}
              onChange={(id) => onChoose('region', id)}
              options={optionsOf(regions)}
            />
          </Field>
        )}
        {platforms.length > 0 && (
          <Field label={t('platform')} className="flex-1">
            <Select
              value={place.platform ?? ''}
              onChange={(id) => onChoose('platform', id)}
              options={optionsOf(platforms)}
            />
          </Field>
        )}
      </div>
    </div>
  )
}

const optionsOf = (offer: Offer) => offer.map((one) => ({ value: one.id, label: one[language] }))
