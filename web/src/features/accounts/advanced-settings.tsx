import type { publicConfig } from '@clouddisk/contract/accounts'
import type { Reply } from '@clouddisk/contract/route'
import { SlidersHorizontal } from 'lucide-react'
import { type ReactElement, Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { Collapsible } from '../../ui/collapsible.tsx'
import type { SignInLocation, SignInOptions } from './location-fields.tsx'
import { t } from './strings.ts'

const LocationFields = lazyPart(() => import('./location-fields.tsx'), 'LocationFields')

type Config = Reply<typeof publicConfig>
export interface AdvancedSettingsProps {
  config: Config
  place: SignInLocation
  onChange: (place: SignInLocation) => void
}

const KEYS = { region: 'clouddisk.region', platform: 'clouddisk.platform' } as const

/** Region and platform as the server's configuration offers them; not shown where there is nothing to choose. */
export function AdvancedSettings({ config, place, onChange }: AdvancedSettingsProps): ReactElement | null {
  const [open, setOpen] = useState(false)
  const { regions, platforms } = config
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first choice, once the offer is known
  useEffect(() => {
    onChange({ ...remembered('region', regions), ...remembered('platform', platforms) })
  }, [regions, platforms])
  if (regions.length + platforms.length === 0) return null
  const choose = (key: keyof SignInLocation, id: string) => {
    writeStored(KEYS[key], id)
    onChange({ ...place, [key]: id })
  }
  return (
    <Collapsible
      icon={<SlidersHorizontal size={16} aria-hidden />}
      title={t('advanced')}
      open={open}
      onToggle={() => setOpen(!open)}
      className="bg-canvas"
    >
      {open && (
        <Suspense fallback={<div className="h-[62px]" />}>
          <LocationFields regions={regions} platforms={platforms} place={place} onChoose={choose} />
        </Suspense>
      )}
    </Collapsible>
  )
}

function remembered(key: keyof SignInLocation, offer: SignInOptions): SignInLocation {
  const id = offer.find((one) => one.id === readStored(KEYS[key]))?.id ?? offer[0]?.id
  return id === undefined ? {} : { [key]: id }
}
