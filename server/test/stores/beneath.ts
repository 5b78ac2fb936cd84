import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { openS3Client, type S3Location } from '../../src/objects/s3/client.ts'

/** A bucket's objects by the store's own calls, beneath whatever uses it. */
export interface Beneath {
  names(): Promise<string[]>
  get(name: string): Promise<Uint8Array>
  put(name: string, bytes: Buffer): Promise<void>
  remove(name: string): Promise<void>
  close(): void
}

export function beneath(place: S3Location): Beneath {
  const client = openS3Client(place)
  const Bucket = place.bucket
  return {
    names: async () => {
      const names: string[] = []
      for (let token: string | undefined; ; ) {
        const page = await client.send(new ListObjectsV2Command({ Bucket, ContinuationToken: token }))
        names.push(...(page.Contents ?? []).flatMap(({ Key }) => Key ?? []))
        token = page.NextContinuationToken
        if (!token) return names
      }
    },
    get: async (name) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: name }))
      return (await Body?.transformToByteArray()) ?? new Uint8Array()
    },
    put: async (name, bytes) => {
      await client.send(new PutObjectCommand({ Bucket, Key: name, Body: bytes }))
    },
    remove: async (name) => {
      await client.send(new DeleteObjectCommand({ Bucket, Key: name }))
    },
    close: () => client.destroy(),
  }
}
