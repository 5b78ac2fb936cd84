import type { IdentityProvider } from '@clouddisk/contract/admin-identity'
import type { ProviderKind } from '@clouddisk/contract/sign-in'
import { Copy } from 'lucide-react'
import type { ReactElement } from 'react'
import { copyText } from '../../lib/copy-text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { toast } from '../../ui/toast.tsx'
import { t as ofSaml } from './saml-strings.ts'
import { t } from './strings.ts'

type Address = keyof IdentityProvider['addresses']

const OF_KIND = {
  oidc: [
    ['callback', 'callback'],
    ['signedOut', 'signedOut'],
    ['providerLogout', 'backchannel'],
  ],
  saml: [
    ['acs', 'acs'],
    ['metadata', 'metadata'],
    ['providerLogout', 'slo'],
  ],
  cas: [['callback', 'casService']],
} as const satisfies Record<ProviderKind, readonly (readonly [Address, string])[]>

/** Addresses of this installation, to be entered at the provider. */
export function Addresses({ provider }: { provider: IdentityProvider | undefined }): ReactElement {
  if (!provider) return <p className="text-secondary text-mut">{t('addressesLater')}</p>
  return (
    <>
      <p className="text-caption text-mut">{t('addressesNext')}</p>
      <ul className="flex flex-col gap-3">
        {OF_KIND[provider.kind].map(([address, label]) => (
          <li key={address} className="flex items-center gap-2">
            <span className="min-w-0 flex-1">
              <span className="block text-caption text-mut">{t(label)}</span>
              <span className="block text-secondary wrap-anywhere select-all">
                {provider.addresses[address]}
              </span>
            </span>
            <IconButton
              icon={Copy}
              label={t('copy', { what: t(label) })}
              onClick={() => void copy(provider.addresses[address])}
            />
          </li>
        ))}
        {provider.kind === 'saml' && (
          <li>
            <a
              className="text-secondary text-accent-text hover:underline"
              href={provider.addresses.metadata}
              download="clouddisk-metadata.xml"
            >
              {ofSaml('downloadMetadata')}
            </a>
          </li>
        )}
      </ul>
    </>
  )
}

async function copy(text: string): Promise<void> {
  if (await copyText(text)) toast.ok(t('copied'))
  else toast.error(t('notCopied'))
}
