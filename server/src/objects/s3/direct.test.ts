import { expect, it } from 'vitest'
import { directCalls } from './direct.ts'

const place = {
  endpoint: 'http://s3.example.com',
  region: 'us-east-1',
  bucket: 'bucket',
  accessKey: 'a',
  secretKey: 's',
}
const calls = directCalls(place, { publicEndpoint: place.endpoint, supportsConditionalPut: async () => true })
const sign = (query: string, length = 3) =>
  calls.sign({ verb: 'PUT', uri: `/bucket/key${query}`, contentType: '', length, at: new Date() })

it.each(['?partNumber=1&uploadId=u', '?partNumber=2&uploadId=u&partNum=2&token=x&t=17'])(
  'signs a part that goes to the store itself: %s',
  async (query) => {
    expect(await sign(query)).toMatchObject({ host: place.endpoint })
  },
)

it.each([
  '',
  '?append&position=0',
  '?partNumber=1',
  '?uploadId=u',
  '?partNumber=0x1&uploadId=u',
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

it('signs no part without bytes, which a store may fill from elsewhere', async () => {
  expect(await sign('?partNumber=1&uploadId=u', 0)).toBeUndefined()
})
