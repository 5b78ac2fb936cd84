import { getSignedUrl } from '@aws-sdk/cloudfront-signer'
import type { Distribution } from '../clouds.ts'
import type { DirectReads } from '../port.ts'
import { DOWNLOAD_URL_SECONDS } from './direct.ts'

/**
 * Signs download addresses at a distribution (CloudFront, or what checks the same signatures), whose origin is the bucket. It
 * has to pass the query on: by it the store sends an attachment of a type that browsers do not run.
 */
export function distributedReads({ origin, keyPairId, privateKey }: Distribution): DirectReads {
  return {
    addressOf: async ({ key }, { disposition, at }) => {
      const url = new URL(key, `${origin}/`)
      url.searchParams.set('response-content-disposition', disposition)
      url.searchParams.set('response-content-type', 'application/octet-stream')
      return getSignedUrl({
        url: url.href,
        keyPairId,
        privateKey,
        dateLessThan: new Date(at.getTime() + DOWNLOAD_URL_SECONDS * 1000),
      })
    },
  }
}
