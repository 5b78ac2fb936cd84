import { createPrivateKey } from 'node:crypto'
import { CLOUD_NAME_MAX, distributionOrigin, type saveCloud } from '@clouddisk/contract/admin-clouds'
import type { Input } from '@clouddisk/contract/route'
import type { Secrets } from '../../config/secrets.ts'
import { refuseField } from '../../errors/refusal.ts'
import { type CloudRow, sealCloudKeys, sealProtocolKey } from '../../objects/clouds.ts'
import { givenKeys } from '../storage/bucket-cloud.ts'
import { readAddress } from '../storage/bucket-settings.ts'
import { readLine, readName } from './read-fields.ts'

/** Settings of a cloud from a call. */

const USER_MAX = 64
const KEY_PAIR_MAX = 128
const RSA_BITS_MIN = 2048

type CloudInput = Input<typeof saveCloud>

/** The cloud as it is to be; keys that are not given stay. */
export function readCloud(
  input: CloudInput,
  { secrets, id, before }: { secrets: Secrets; id: string; before: CloudRow | undefined },
): Omit<CloudRow, 'updatedAt'> {
  const name = readName('cloudName', input.cloudName, CLOUD_NAME_MAX)
  return {
    id,
    name,
    provider: input.provider ?? null,
    user: readLine('cloudUser', input.cloudUser, USER_MAX),
    addresses: [...new Set((input.addresses ?? []).map(readAddress))],
    port: input.port ?? null,
    distributionDomain: readDomain(input.distributionDomain),
    keyPairId: readLine('keyPairId', input.keyPairId, KEY_PAIR_MAX),
    acceleration: input.acceleration ?? false,
    credentials: readAccessKey(input, secrets, id) ?? kept(input.dropAccessKey, before?.credentials),
    protocolKey: readProtocolKey(input, secrets, id) ?? kept(input.dropProtocolKey, before?.protocolKey),
  }
}

const kept = (isDropped: boolean | undefined, before: Buffer | null | undefined): Buffer | null =>
  isDropped ? null : (before ?? null)

function readDomain(value = ''): string {
  const domain = value.trim()
  return domain === '' || distributionOrigin(domain)
    ? domain
    : refuseField('distributionDomain', 'distribution_domain')
}

function readAccessKey(input: CloudInput, secrets: Secrets, id: string): Buffer | undefined {
  const keys = givenKeys(input)
  return keys && sealCloudKeys(secrets, id, keys)
}

function readProtocolKey({ protocolKey }: CloudInput, secrets: Secrets, id: string): Buffer | undefined {
  if (protocolKey === undefined) return undefined
  const pem = protocolKey.trim()
  return isRsaKey(pem) ? sealProtocolKey(secrets, id, `${pem}\n`) : refuseField('protocolKey', 'private_key')
}

function isRsaKey(pem: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem)
    return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= RSA_BITS_MIN
  } catch {
    return false
  }
}
