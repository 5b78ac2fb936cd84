import { createPrivateKey, X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LemonLdap } from '../../../../test/lemonldap.ts'
import { newKeyPair } from './certificate.ts'

let lemon: LemonLdap
beforeAll(async () => {
  lemon = await LemonLdap.start()
})
afterAll(() => lemon?.stop())

test('answers as a provider of all three protocols', async () => {
  const metadata = await (await fetch(lemon.samlMetadataUrl)).text()
  expect(metadata).toContain('IDPSSODescriptor')
  const discovered = await (await fetch(`${lemon.url}/.well-known/openid-configuration`)).json()
  expect(discovered).toMatchObject({ issuer: lemon.url })
  const validated = await (await fetch(`${lemon.casUrl}/p3/serviceValidate?service=x&ticket=ST-1`)).text()
  expect(validated).toContain('INVALID_TICKET')
})

test('makes certificates that others read', async () => {
  const now = new Date('2026-02-28T23:59:59Z')
  const { certificate, privateKey } = await newKeyPair('drive.example', now)
  const read = new X509Certificate(certificate)
  expect(read.subject).toBe('CN=drive.example')
  expect(read.verify(read.publicKey)).toBe(true)
  expect(read.checkPrivateKey(createPrivateKey(privateKey))).toBe(true)
  expect(new Date(read.validFrom)).toEqual(now)
  expect(read.publicKey.asymmetricKeyDetails?.modulusLength).toBe(3072)
})
