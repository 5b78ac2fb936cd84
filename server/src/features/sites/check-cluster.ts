import type { AdminCluster, ClusterFinding } from '@clouddisk/contract/admin-clusters'
import {
  type ClusterCheck,
  type ClusterFault,
  clusterCheckText,
  clusterFaultText,
  signatureText,
} from '@clouddisk/contract/cluster-words'
import type { Language } from '@clouddisk/contract/errors'
import { hostAndPort } from '@clouddisk/contract/server-addresses'
import { SECOND } from '@clouddisk/contract/time'
import { NotClamd, pingClamd, versionOfClamd } from '../../content/antivirus/clamd.ts'
import type { Context } from '../../context.ts'
import { fetchDiscovery } from '../coediting/discovery.ts'
import { NotDiscovery } from '../coediting/discovery-xml.ts'
import * as buckets from '../storage/buckets.ts'
import * as clusters from './clusters.ts'

/** Tries what a cluster is said to have, from this server: its services, and its buckets. */

const ANSWER_SECONDS = 5

interface Fault {
  readonly reason: ClusterFault
  readonly status?: number
}

/** It works, and says something of itself. */
interface Answer {
  readonly says: string
}

export async function checkCluster(
  ctx: Context,
  clusterId: string,
  language: Language,
): Promise<ClusterFinding[]> {
  const cluster = await clusters.one(ctx, clusterId)
  const { antivirusAddress, previewAddress, coeditingAddress } = cluster
  const tried = [
    antivirusAddress && found('antivirus', antivirusAddress, tryClamd(antivirusAddress, language), language),
    previewAddress && found('preview', previewAddress, tryWeb(previewAddress), language),
    coeditingAddress && found('coediting', coeditingAddress, tryOffice(coeditingAddress), language),
    ...bucketFaults(cluster, await buckets.list(ctx)).map(([name, fault]) =>
      found('bucket', name, Promise.resolve(fault), language),
    ),
  ]
  return Promise.all(tried.filter((one) => one !== ''))
}

async function found(
  check: ClusterCheck,
  target: string,
  trying: Promise<Fault | Answer | undefined>,
  language: Language,
): Promise<ClusterFinding> {
  const outcome = await trying
  const fault = outcome && 'reason' in outcome ? outcome : undefined
  const host = hostAndPort(target)?.host ?? URL.parse(target)?.hostname ?? target
  const details = { target, host, seconds: ANSWER_SECONDS, status: fault?.status ?? 0 }
  return {
    check,
    checkText: clusterCheckText(check, language),
    target,
    isFine: fault === undefined,
    reason: fault?.reason ?? null,
    says: fault
      ? clusterFaultText(fault.reason, language, details)
      : outcome && 'says' in outcome
        ? outcome.says
        : null,
  }
}

async function tryClamd(address: string, language: Language): Promise<Fault | Answer> {
  try {
    await pingClamd(address, ANSWER_SECONDS * SECOND)
    const { signature, signatureAt } = await versionOfClamd(address, ANSWER_SECONDS * SECOND)
    return { says: signatureText(signature, signatureAt, language) }
  } catch (error) {
    return error instanceof NotClamd ? { reason: 'not_clamd' } : { reason: faultOf(error) }
  }
}

/** A service that answers is there, also where it wants a sign-in or has no page at this address. */
async function tryWeb(address: string): Promise<Fault | undefined> {
  try {
    const response = await fetch(address, {
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_SECONDS * SECOND),
    })
    await response.body?.cancel()
    return response.status >= 500 ? { reason: 'http_status', status: response.status } : undefined
  } catch (error) {
    return { reason: faultOf(error) }
  }
}

/** An Office server says what it can open. */
async function tryOffice(address: string): Promise<Fault | undefined> {
  try {
    await fetchDiscovery(address)
    return undefined
  } catch (error) {
    if (!(error instanceof NotDiscovery)) return { reason: faultOf(error) }
    const { status = 0 } = error
    return status >= 500 ? { reason: 'http_status', status } : { reason: 'not_office' }
  }
}

function bucketFaults({ buckets: own }: AdminCluster, known: Awaited<ReturnType<typeof buckets.list>>) {
  return own.map(({ bucketName }): [string, Fault | undefined] => {
    const bucket = known.find((one) => one.bucketName === bucketName)
    if (!bucket || bucket.source === 'unknown') return [bucketName, { reason: 'unknown_bucket' }]
    if (bucket.answers !== false) return [bucketName, undefined]
    return [bucketName, { reason: bucket.whyNot === 'foreign' ? 'foreign' : 'away' }]
  })
}

const CODES: Readonly<Record<string, ClusterFault>> = {
  ENOTFOUND: 'unknown_host',
  EAI_AGAIN: 'unknown_host',
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'timeout',
  EHOSTUNREACH: 'timeout',
  ENETUNREACH: 'timeout',
  ABORT_ERR: 'timeout',
  TimeoutError: 'timeout',
}

/** Of the error itself, of what it aggregates, or of its cause. */
function faultOf(error: unknown): ClusterFault {
  const {
    code = '',
    name = '',
    cause,
    errors,
  } = error as {
    code?: string
    name?: string
    cause?: unknown
    errors?: unknown[]
  }
  const known = CODES[code] ?? CODES[name]
  if (known) return known
  if (/CERT|SIGNATURE|ERR_TLS/.test(code)) return 'certificate'
  const inner = errors?.[0] ?? cause
  return inner === undefined || inner === null ? 'broken' : faultOf(inner)
}
