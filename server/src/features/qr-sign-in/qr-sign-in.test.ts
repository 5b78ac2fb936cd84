import { currentUser, querySessions, revokeSessions } from '@clouddisk/contract/accounts'
import { pageLogs } from '@clouddisk/contract/audit'
import { codeOf } from '@clouddisk/contract/errors'
import { confirmQr, generateQrId, queryStatusByQrId, refuseQr, scanQr } from '@clouddisk/contract/qr-sign-in'
import { pathOf } from '@clouddisk/contract/route'
import { beginTotp } from '@clouddisk/contract/second-factor'
import { MINUTE } from '@clouddisk/contract/time'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { setUpAuthenticator } from '../../../test/authenticator.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

interface Status {
  readonly state: string
  readonly signedIn: { readonly userName: string; readonly token: string; readonly nextStep: unknown } | null
}

/** A browser that shows a code; its cookies are its own. */
async function asking(cookie = '') {
  const headers: Record<string, string> = {
    'user-agent': 'Firefox on a desk',
    'x-requested-with': 'XMLHttpRequest',
  }
  const asked = await fetch(new URL(pathOf(generateQrId), world.baseUrl), {
    method: 'POST',
    headers: { ...headers, ...(cookie && { cookie }) },
  })
  const { data } = (await asked.json()) as { data: { qrId: string; url: string } }
  const [secret = ''] = asked.headers.getSetCookie()
  const own = secret.split(';')[0] ?? ''
  const status = async (withCookie = own): Promise<Status & { cookie: string | undefined }> => {
    const address = `${pathOf(queryStatusByQrId)}?qrId=${data.qrId}`
    const answer = await fetch(new URL(address, world.baseUrl), {
      headers: { ...headers, cookie: withCookie },
    })
    const session = answer.headers.getSetCookie().find((line) => line.startsWith('cd_session='))
    return { ...((await answer.json()) as { data: Status }).data, cookie: session }
  }
  return { ...data, secret, status }
}

describe('a code', () => {
  it('is scanned and confirmed by a signed-in phone, and signs in the browser once', async () => {
    const anna = await world.person('anna_b')
    const browser = await asking()
    expect(browser.url).toBe(`${world.baseUrl.replace(/\/$/, '')}/disk/qr?id=${browser.qrId}`)
    expect(browser.secret).toMatch(/; HttpOnly; SameSite=Strict/)
    expect(await browser.status()).toMatchObject({ state: 'waiting', signedIn: null })
    expect(await anna.call(scanQr, { qrId: browser.qrId })).toMatchObject({
      device: 'Firefox on a desk',
      ip: '127.0.0.1',
      sameNetwork: true,
    })
    expect(await browser.status()).toMatchObject({ state: 'scanned', signedIn: null })
    await anna.call(confirmQr, { qrId: browser.qrId })
    const { state, signedIn, cookie } = await browser.status()
    expect([state, signedIn]).toMatchObject(['confirmed', { userName: 'anna_b', nextStep: null }])
    expect(cookie).toContain(signedIn?.token)
    expect(await browser.status()).toEqual({ state: 'expired', signedIn: null, cookie: undefined })
    expect(await anna.call(querySessions, {})).toHaveLength(2)
    const admin = await world.admin('superAdmin')
    const { list } = await admin.call(pageLogs, { action: 'session.opened,qr.confirmed', keyword: 'anna_b' })
    expect(list.slice(0, 2)).toMatchObject([
      { action: 'session.opened', detail: { method: 'qr' } },
      { action: 'qr.confirmed', detail: { ip: '127.0.0.1' } },
    ])
  })

  it('proves no more than the phone has, which signed in a while ago', async () => {
    const anna = await world.person('anna_b')
    world.advance(10 * MINUTE + 1)
    const browser = await asking()
    await anna.call(scanQr, { qrId: browser.qrId })
    await anna.call(confirmQr, { qrId: browser.qrId })
    const { signedIn } = await browser.status()
    const answer = await fetch(new URL(pathOf(beginTotp), world.baseUrl), {
      method: 'POST',
      headers: { authorization: `Bearer ${signedIn?.token}` },
    })
    expect(await answer.json()).toMatchObject({ errcode: codeOf('confirmation_required') })
  })

  it('is refused by the phone', async () => {
    const anna = await world.person('anna_b')
    const browser = await asking()
    await anna.call(scanQr, { qrId: browser.qrId })
    await anna.call(refuseQr, { qrId: browser.qrId })
    expect(await browser.status()).toMatchObject({ state: 'refused', signedIn: null })
    await expect(anna.call(confirmQr, { qrId: browser.qrId })).rejects.toMatchObject({ name: 'qr_over' })
  })

  it('lasts two minutes', async () => {
    const anna = await world.person('anna_b')
    const [scanned, confirmed, fresh] = [await asking(), await asking(), await asking()]
    for (const { qrId } of [scanned, confirmed]) await anna.call(scanQr, { qrId })
    await anna.call(confirmQr, { qrId: confirmed.qrId })
    world.advance(2 * MINUTE)
    for (const browser of [scanned, confirmed, fresh])
      expect(await browser.status()).toMatchObject({ state: 'expired', signedIn: null })
    await expect(anna.call(confirmQr, { qrId: scanned.qrId })).rejects.toMatchObject({ name: 'qr_over' })
    await expect(anna.call(scanQr, { qrId: fresh.qrId })).rejects.toMatchObject({ name: 'qr_over' })
  })
})

describe('an attack on a code is refused:', () => {
  it('another browser that has read the id gets no session, nor is it told of one', async () => {
    const anna = await world.person('anna_b')
    const victim = await asking()
    const thief = await asking()
    await anna.call(scanQr, { qrId: victim.qrId })
    await anna.call(confirmQr, { qrId: victim.qrId })
    for (const cookie of ['', thief.secret.split(';')[0] ?? '', 'cd_qr=x'])
      expect(await victim.status(cookie)).toMatchObject({ state: 'expired', signedIn: null })
    expect(await victim.status()).toMatchObject({ state: 'confirmed' })
  })

  it('two answers at the same time give one session', async () => {
    const anna = await world.person('anna_b')
    const browser = await asking()
    await anna.call(scanQr, { qrId: browser.qrId })
    await anna.call(confirmQr, { qrId: browser.qrId })
    await Promise.all(Array.from({ length: 8 }, () => browser.status()))
    expect(await anna.call(querySessions, {})).toHaveLength(2)
  })

  it('another phone neither scans what one has scanned, nor decides on it', async () => {
    const [anna, otto] = [await world.person('anna_b'), await world.person('otto_b')]
    const { qrId, status } = await asking()
    await expect(anna.call(confirmQr, { qrId })).rejects.toMatchObject({ name: 'qr_over' })
    await anna.call(scanQr, { qrId })
    for (const ask of [
      () => otto.call(scanQr, { qrId }),
      () => otto.call(confirmQr, { qrId }),
      () => otto.call(refuseQr, { qrId }),
    ])
      await expect(ask()).rejects.toMatchObject({ name: 'qr_over' })
    expect(await status()).toMatchObject({ state: 'scanned' })
    await anna.call(confirmQr, { qrId })
    await expect(anna.call(confirmQr, { qrId })).rejects.toMatchObject({ name: 'qr_over' })
  })

  it('a phone that was signed out before the browser came back', async () => {
    const anna = await world.person('anna_b')
    const phone = await world.again(anna)
    const { qrId, status } = await asking()
    await phone.call(scanQr, { qrId })
    await phone.call(confirmQr, { qrId })
    await anna.call(revokeSessions, {})
    await expect(phone.call(currentUser, {})).rejects.toMatchObject({ name: 'not_signed_in' })
    expect(await status()).toMatchObject({ state: 'expired', signedIn: null })
  })

  it('a phone without its second factor', async () => {
    const anna = await world.person('anna_b')
    await setUpAuthenticator(world, anna)
    const pending = await world.again(anna)
    const { qrId, status } = await asking()
    await expect(pending.call(scanQr, { qrId })).rejects.toMatchObject({ name: 'second_factor_required' })
    await anna.call(scanQr, { qrId })
    await anna.call(confirmQr, { qrId })
    // The phone's session was complete: the browser's is too.
    expect((await status()).signedIn).toMatchObject({ nextStep: null })
  })

  it('a great many codes of one address', async () => {
    const answers = await Promise.all(
      Array.from({ length: 230 }, async () => {
        const response = await fetch(new URL(pathOf(generateQrId), world.baseUrl), { method: 'POST' })
        return ((await response.json()) as { errcode: number }).errcode
      }),
    )
    expect(answers).toContain(codeOf('too_many_calls'))
  })
})
