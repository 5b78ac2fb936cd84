import type { IdentityProvider } from '@clouddisk/contract/admin-identity'
import type { ReactElement } from 'react'
import { language } from '../../lib/i18n.ts'
import { Chip } from '../../ui/chip.tsx'
import { column } from '../../ui/list/column.tsx'
import type { ColumnDef } from '../../ui/table/columns.ts'
import { t } from './strings.ts'

/** Providers as rows. */

export const nameOf = ({ zh, en }: Pick<IdentityProvider, 'zh' | 'en'>): string =>
  language === 'zh-CN' ? zh : en

/** Where the provider is, as its kind says. */
const placeOf = (provider: IdentityProvider): string =>
  provider.oidc?.issuer ?? provider.saml?.entityId ?? provider.cas?.serverUrl ?? t(provider.kind)

const Name = ({ provider }: { provider: IdentityProvider }): ReactElement => (
  <span className="min-w-0 flex-1 pr-3">
    <span className="block truncate text-body" title={nameOf(provider)}>
      {nameOf(provider)}
    </span>
    <span className="block truncate text-caption text-mut" title={placeOf(provider)}>
      {placeOf(provider)}
    </span>
  </span>
)

const State = ({ provider: { enabled, automatic } }: { provider: IdentityProvider }): ReactElement => (
  <span className="flex items-center gap-1.5">
    <Chip tone={enabled ? 'ok' : 'neutral'}>{t(enabled ? 'on' : 'off')}</Chip>
    {automatic && enabled && <Chip tone="neutral">{t('automatic')}</Chip>}
  </span>
)

export const columns: readonly ColumnDef<IdentityProvider>[] = [
  column('name', t('name'), { width: 'minmax(220px, 1.6fr)', fixed: true }, (provider) => (
    <Name provider={provider} />
  )),
  column('kind', t('kind'), { width: 'minmax(130px, 1fr)', from: 1024 }, (provider) => t(provider.kind)),
  column('people', t('people'), { width: '130px', from: 1024 }, ({ people }) => (
    <span className="tabular">{people}</span>
  )),
  column('state', t('state'), { width: '170px', from: 768 }, (provider) => <State provider={provider} />),
]

export const phoneRow = (provider: IdentityProvider): ReactElement => (
  <span className="flex min-w-0 flex-1 items-center gap-2">
    <Name provider={provider} />
    <State provider={provider} />
  </span>
)
