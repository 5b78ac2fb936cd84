import type { publicConfig } from '@clouddisk/contract/accounts'
import type { Reply } from '@clouddisk/contract/route'
import { SlidersHorizontal } from 'lucide-react'
import { type ReactElement, Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { Collapsible } from '../../ui/collapsible.tsx'
import type { SignInLocation, SignInOptions } from './location-fields.tsx'
import { REGION_PARAMETER, regionAddress } from './region-address.ts'
import { t } from './strings.ts'

const LocationFields = lazyPart(() => import('./location-fields.tsx'), 'LocationFields')

type Config = Reply<typeof publicConfig>
export interface AdvancedSettingsProps {
  config: Config
  place: SignInLocation
  /** Where a sign-in leads on. */
  service: string
  onChange: (place: SignInLocation) => void
}

const KEYS = { region: 'clouddisk.region', platform: 'clouddisk.platform' } as const

/** Region and platform as the server's configuration offers them; not shown where there is nothing to choose. */
export function AdvancedSettings({
  config,
  place,
  service,
  onChange,
}: AdvancedSettingsProps): ReactElement | null {
  const [open, setOpen] = useState(false)
  const { regions, platforms, region } = config
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first choice, once the offer is known
  useEffect(() => {
    const came = new URLSearchParams(location.search).get(REGION_PARAMETER)
    if (came !== null && regions.some(({ id }) => id === came)) writeStored(KEYS.region, came)
    onChange({ ...remembered('region', regions, region), ...remembered('platform', platforms) })
  }, [regions, platforms])
  if (regions.length + platforms.length === 0) return null
  const choose = (key: keyof SignInLocation, id: string) => {
    writeStored(KEYS[key], id)
    onChange({ ...place, [key]: id })
    const address = key === 'region' ? regionAddress(regions, id, service) : undefined
    if (address) location.assign(address)
  }
  const elsewhere = regionAddress(regions, place.region, service)
  return (
    <>
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
      {elsewhere && (
        <p className="-mt-2 text-secondary text-mut">
          {t('regionElsewhere')}{' '}
          <a href={elsewhere} className="finger text-accent-text hover:underline">
            {new URL(elsewhere).host}
          </a>
        </p>
      )}
    </>
  )
}

/** What was chosen before in this browser, else what the server suggests. */
function remembered(
  key: keyof SignInLocation,
  offer: SignInOptions,
  suggested: string | null = null,
): SignInLocation {
  const id = offer.find((one) => one.id === readStored(KEYS[key]))?.id ?? suggested ?? offer[0]?.id
  return id === undefined ? {} : { [key]: id }
}
