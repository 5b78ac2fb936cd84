import type { CDPSession, Page } from '@playwright/test'

/** Chromium's virtual authenticator (WebAuthn over CDP): a device with passkeys that never asks anybody. */
export interface VirtualAuthenticator {
  readonly cdp: CDPSession
  readonly id: string
  /** Whether its user is at hand, and checked by fingerprint or PIN. */
  setUserVerified(verified: boolean): Promise<void>
  remove(): Promise<void>
}

export async function virtualAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId: id } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    cdp,
    id,
    setUserVerified: async (isUserVerified) => {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified })
    },
    remove: async () => {
      await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: id })
    },
  }
}

/** Passkeys need a name; the server answers to this one as well. */
export const passkeyOrigin = (origin: string): string => origin.replace('127.0.0.1', 'localhost')
