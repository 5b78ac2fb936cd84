import { expect, it } from 'vitest'
import { directCalls } from './direct.ts'

const place = {
  endpoint: 'http://s3.example.com',
  region: 'us-east-1',
  bucket: 'bucket',
  accessKey: 'a',
  secretKey: 's',
}
const calls = directCalls(place, { publicEndpoint: place.endpoint, keeps: async () => true })
const sign = (query: string) =>
  calls.sign({ verb: 'PUT', uri: `/bucket/key${query}`, contentType: '', length: 3, at: new Date() })

it.each(['', '?partNumber=1&uploadId=u', '?partNumber=2&uploadId=u&partNum=2&token=x&t=17'])(
  'signs a body that goes to the store itself: %s',
  async (query) => {
    expect(await sign(query)).toMatchObject({ host: place.endpoint })
  },
)

it.each([
  '?acl',
  '?tagging=',
  '?retention&partNumber=1&uploadId=u',
  '?legal-hold',
  '?versionId=1',
  '?X-Amz-Acl=public-read',
  '?partNumber=1&uploadId=u&partNumber=2',
])('signs nothing that a store may take for another call: %s', async (query) => {
  expect(await sign(query)).toBeUndefined()
})
