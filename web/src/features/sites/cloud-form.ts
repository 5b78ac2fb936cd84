import {
  type AdminCloud,
  CLOUD_NAME_MAX,
  distributionOrigin,
  type saveCloud,
} from '@clouddisk/contract/admin-clouds'
import { CLOUD_ADDRESSES_MAX, type CloudProvider } from '@clouddisk/contract/admin-storage'
import { reasonText } from '@clouddisk/contract/field-reasons'
import { ipRangeFault, splitRanges } from '@clouddisk/contract/ip-ranges'
import type { Input } from '@clouddisk/contract/route'
import { language } from '../../lib/i18n.ts'
import type { FormErrors } from '../../ui/use-form.ts'
import { t } from './cloud-strings.ts'
import { nameError } from './form-fields.tsx'

/** Values of a cloud's form. */

export interface CloudValues {
  cloudName: string
  provider: CloudProvider | ''
  cloudUser: string
  addresses: string
  port: string
  accessKey: string
  secretKey: string
  dropAccessKey: boolean
  distributionDomain: string
  keyPairId: string
  protocolKey: string
  dropProtocolKey: boolean
  acceleration: boolean
}

export const valuesOf = (cloud: AdminCloud | undefined): CloudValues => ({
  cloudName: cloud?.cloudName ?? '',
  provider: cloud?.provider ?? '',
  cloudUser: cloud?.cloudUser ?? '',
  addresses: cloud?.addresses.join(', ') ?? '',
  port: cloud?.port ? String(cloud.port) : '',
  accessKey: '',
  secretKey: '',
  dropAccessKey: false,
  distributionDomain: cloud?.distributionDomain ?? '',
  keyPairId: cloud?.keyPairId ?? '',
  protocolKey: '',
  dropProtocolKey: false,
  acceleration: cloud?.acceleration ?? false,
})

export function errorsOf(values: CloudValues): FormErrors<CloudValues> {
  const keys = [values.accessKey.trim(), values.secretKey.trim()] as const
  const lacking = (key: string) => (keys.some(Boolean) && key === '' ? t('bothKeys') : undefined)
  const domain = values.distributionDomain.trim()
  return {
    cloudName: nameError(values.cloudName, CLOUD_NAME_MAX),
    addresses: addressesError(values.addresses),
    port: isPort(values.port.trim()) ? undefined : t('portWrong'),
    accessKey: lacking(keys[0]),
    secretKey: lacking(keys[1]),
    distributionDomain:
      domain === '' || distributionOrigin(domain) ? undefined : reasonText('distribution_domain', language),
  }
}

const isPort = (text: string): boolean =>
  text === '' || (/^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535)

function addressesError(text: string): string | undefined {
  const addresses = splitRanges(text)
  if (addresses.length > CLOUD_ADDRESSES_MAX) return t('tooManyAddresses', { max: CLOUD_ADDRESSES_MAX })
  const wrong = addresses.find((one) => one.includes('/') || ipRangeFault(one))
  return wrong && t('addressWrong', { text: wrong })
}

export function inputOf(values: CloudValues): Omit<Input<typeof saveCloud>, 'cloudId'> {
  const { provider, port, accessKey, secretKey, protocolKey } = values
  return {
    cloudName: values.cloudName.trim(),
    ...(provider !== '' && { provider }),
    cloudUser: values.cloudUser.trim(),
    addresses: splitRanges(values.addresses),
    ...(port.trim() !== '' && { port: Number(port) }),
    ...(accessKey.trim() !== '' && { accessKey: accessKey.trim(), secretKey: secretKey.trim() }),
    ...(values.dropAccessKey && { dropAccessKey: true }),
    distributionDomain: values.distributionDomain.trim(),
    keyPairId: values.keyPairId.trim(),
    ...(protocolKey.trim() !== '' && { protocolKey: protocolKey.trim() }),
    ...(values.dropProtocolKey && { dropProtocolKey: true }),
    acceleration: values.acceleration,
  }
}
