import type { publicConfig } from '@clouddisk/contract/accounts'
import type { Reply } from '@clouddisk/contract/route'
import { Globe } from 'lucide-react'
import type { ReactElement } from 'react'
import { language } from '../../lib/i18n.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { t } from './strings.ts'

export type SignInOptions = Reply<typeof publicConfig>['platforms']
export type SignInRegions = Reply<typeof publicConfig>['regions']
export interface SignInLocation {
  region?: string
  platform?: string
}

export interface LocationFieldsProps {
  regions: SignInOptions
  platforms: SignInOptions
  place: SignInLocation
  onChoose: (key: keyof SignInLocation, id: string) => void
}

export function LocationFields({ regions, platforms, place, onChoose }: LocationFieldsProps): ReactElement {
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

const optionsOf = (offer: SignInOptions) => offer.map((one) => ({ value: one.id, label: one[language] }))
