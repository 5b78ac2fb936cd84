import { currentUser } from '@clouddisk/contract/accounts'
import { pageLogs } from '@clouddisk/contract/audit'
import { codeOf } from '@clouddisk/contract/errors'
import { queryPasskeySignIn, signInWithPasskey } from '@clouddisk/contract/passkeys'
import { pathOf, type Route } from '@clouddisk/contract/route'
import {
  addPasskey,
  beginPasskey,
  checkSecondFactor,
  confirmIdentity,
  queryFactorWays,
  queryPasskeyOptions,
  querySecondFactor,
  removePasskey,
  renamePasskey,
} from '@clouddisk/contract/second-factor'
import { MINUTE } from '@clouddisk/contract/time'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type PasskeyDevice, passkeyDevice } from '../../../test/passkey-device.ts'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'

const ORIGIN = 'https://disk.example.com'

let world: World
beforeEach(async () => {
  world = await openWorld({ CLOUDDISK_PUBLIC_URL: ORIGIN })
})
afterEach(() => world.close())

/** Makes a passkey for the person. */
async function make(person: Person, device = passkeyDevice(ORIGIN), name = '笔记本'): Promise<PasskeyDevice> {
  const { options } = await person.call(beginPasskey, {})
  await person.call(addPasskey, { name, passkey: device.create(options) })
  return device
}

interface Answer {
  readonly errcode: number
  readonly data: Record<string, unknown>
}

/** A browser that is signed in nowhere, with its cookies. */
function browser() {
  const cookies = new Map<string, string>()
  const post = async (route: Route, input: object): Promise<Answer> => {
    const response = await fetch(new URL(pathOf(route), world.baseUrl), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-requested-with': 'XMLHttpRequest',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      body: JSON.stringify(input),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return (await response.json()) as Answer
  }
  return {
    cookies,
    options: async () => (await post(queryPasskeySignIn, {})).data.options as Record<string, unknown>,
    signIn: (passkey: string) => post(signInWithPasskey, { passkey }),
  }
}

const over = codeOf('passkey_over')
const refused = codeOf('passkey_refused')

describe('a passkey', () => {
  it('signs in by itself, once for each challenge, and the session is complete', async () => {
    const anna = await world.person('anna_b')
    const device = await make(anna)
    const one = browser()
    const options = await one.options()
    expect(options).toMatchObject({ rpId: 'disk.example.com', userVerification: 'required' })
    const answer = device.get(options)
    const { errcode, data } = await one.signIn(answer)
    expect([errcode, data]).toMatchObject([0, { userName: 'anna_b', nextStep: null }])
    expect(one.cookies.get('cd_session')).toBe(data.token)
    expect((await browser().signIn(answer)).errcode).toBe(over)
    expect((await one.signIn(answer)).errcode).toBe(over)
    expect(await anna.call(querySecondFactor, {})).toMatchObject({
      passkeys: [{ name: '笔记本', synced: false, lastUseTime: expect.any(String) }],
      recoveryCodesLeft: 10,
    })
    const admin = await world.admin('superAdmin')
    const { list } = await admin.call(pageLogs, { action: 'session.opened', keyword: 'anna_b' })
    expect(list[0]).toMatchObject({ detail: { method: 'passkey' } })
  })

  it('is the second factor of a password, and confirms who calls', async () => {
    const anna = await world.person('anna_b')
    const device = await make(anna)
    const again = await world.again(anna)
    expect(again.user.nextStep).toBe('secondFactor')
    expect(await again.call(queryFactorWays, {})).toEqual({ password: true, code: true, passkey: true })
    const { options } = await again.call(queryPasskeyOptions, {})
    const passkey = device.get(options, { origin: ORIGIN, userVerified: false })
    // Another session of the same person has not asked for it.
    await expect(anna.call(confirmIdentity, { passkey })).rejects.toMatchObject({ name: 'passkey_over' })
    const { options: own } = await again.call(queryPasskeyOptions, {})
    await again.call(checkSecondFactor, { passkey: device.get(own) })
    expect((await again.call(currentUser, {})).nextStep).toBeNull()
    world.advance(11 * MINUTE)
    await expect(again.call(beginPasskey, {})).rejects.toMatchObject({ name: 'confirmation_required' })
    const { options: more } = await again.call(queryPasskeyOptions, {})
    await again.call(confirmIdentity, { passkey: device.get(more) })
    await again.call(beginPasskey, {})
  })

  it('is named, and signs in no more once it is removed', async () => {
    const anna = await world.person('anna_b')
    const [device, other] = [await make(anna), await make(anna, passkeyDevice(ORIGIN), '手机')]
    const { passkeys } = await anna.call(querySecondFactor, {})
    const [first] = passkeys
    if (!first) throw new Error('there is no passkey')
    await anna.call(renamePasskey, { passkeyId: first.passkeyId, name: ' 办公电脑 ' })
    await expect(anna.call(renamePasskey, { passkeyId: first.passkeyId, name: ' ' })).rejects.toMatchObject({
      name: 'bad_field',
    })
    const one = browser()
    const options = await one.options()
    await anna.call(removePasskey, { passkeyId: first.passkeyId })
    expect((await one.signIn(device.get(options))).errcode).toBe(refused)
    expect((await one.signIn(other.get(await one.options()))).errcode).toBe(0)
    expect((await anna.call(querySecondFactor, {})).passkeys.map(({ name }) => name)).toEqual(['手机'])
  })
})

describe('an attack on passkeys is refused:', () => {
  it('a passkey of another person as second factor', async () => {
    const [anna, otto] = [await world.person('anna_b'), await world.person('otto_b')]
    await make(anna)
    const ottos = await make(otto)
    const again = await world.again(anna)
    const { options } = await again.call(queryPasskeyOptions, {})
    await expect(again.call(checkSecondFactor, { passkey: ottos.get(options) })).rejects.toMatchObject({
      name: 'passkey_refused',
    })
    expect((await again.call(currentUser, {})).nextStep).toBe('secondFactor')
  })

  it('a passkey of another person’s that is renamed, removed or taken over', async () => {
    const [anna, otto] = [await world.person('anna_b'), await world.person('otto_b')]
    const device = await make(anna)
    const passkeyId = (await anna.call(querySecondFactor, {})).passkeys[0]?.passkeyId ?? ''
    for (const ask of [
      () => otto.call(renamePasskey, { passkeyId, name: 'mine' }),
      () => otto.call(removePasskey, { passkeyId }),
    ])
      await expect(ask()).rejects.toMatchObject({ name: 'not_found' })
    const { options } = await otto.call(beginPasskey, {})
    await expect(
      otto.call(addPasskey, { name: 'mine', passkey: device.create(options) }),
    ).rejects.toMatchObject({ name: 'passkey_refused' })
  })

  it('a challenge of another browser, of another purpose, or too old', async () => {
    const anna = await world.person('anna_b')
    const device = await make(anna)
    const [victim, attacker] = [browser(), browser()]
    const answer = device.get(await victim.options())
    await attacker.options()
    expect((await attacker.signIn(answer)).errcode).toBe(over)
    expect((await browser().signIn(answer)).errcode).toBe(over)
    const { options } = await anna.call(queryPasskeyOptions, {})
    expect((await victim.signIn(device.get(options))).errcode).toBe(over)
    const old = await victim.options()
    world.advance(5 * MINUTE + 1)
    expect((await victim.signIn(device.get(old))).errcode).toBe(over)
  })

  it('an answer of another site, or without its user checked', async () => {
    const anna = await world.person('anna_b')
    const device = await make(anna)
    const one = browser()
    const answers: Parameters<PasskeyDevice['get']>[1][] = [
      { origin: 'https://evil.example' },
      { origin: 'https://disk.example.com.evil.example' },
      { origin: ORIGIN, rpId: 'evil.example' },
      { origin: ORIGIN, userVerified: false },
      { origin: ORIGIN, userHandle: Buffer.from('somebody').toString('base64url') },
    ]
    for (const more of answers) {
      const { errcode } = await one.signIn(device.get(await one.options(), more))
      expect([more, errcode]).toEqual([more, refused])
    }
    const { options } = await anna.call(beginPasskey, {})
    const elsewhere = passkeyDevice(ORIGIN).create(options, { origin: 'https://evil.example' })
    await expect(anna.call(addPasskey, { name: 'x', passkey: elsewhere })).rejects.toMatchObject({
      name: 'passkey_refused',
    })
  })

  it('a copy of the device, whose counter goes back', async () => {
    const anna = await world.person('anna_b')
    const device = await make(anna)
    const one = browser()
    expect((await one.signIn(device.get(await one.options(), { origin: ORIGIN, counter: 7 }))).errcode).toBe(
      0,
    )
    for (const counter of [7, 3])
      expect((await one.signIn(device.get(await one.options(), { origin: ORIGIN, counter }))).errcode).toBe(
        refused,
      )
    expect((await one.signIn(device.get(await one.options(), { origin: ORIGIN, counter: 8 }))).errcode).toBe(
      0,
    )
  })

  it('a forged signature, and what is no answer at all', async () => {
    const anna = await world.person('anna_b')
    const device = await make(anna)
    const one = browser()
    const answer = JSON.parse(device.get(await one.options()))
    const forged = { ...answer.response, signature: Buffer.alloc(70, 1).toString('base64url') }
    expect((await one.signIn(JSON.stringify({ ...answer, response: forged }))).errcode).toBe(refused)
    for (const text of [
      '{}',
      'null',
      '[]',
      'x'.repeat(20),
      '{"id":1,"response":{}}',
      JSON.stringify(answer.response),
    ])
      expect([text, (await one.signIn(text)).errcode]).toEqual([text, refused])
  })

  it('an account that was frozen', async () => {
    const anna = await world.person('anna_b')
    const device = await make(anna)
    await world.ctx.db.reader
      .updateTable('person')
      .set({ status: 'frozen' })
      .where('id', '=', anna.user.userId)
      .execute()
    const one = browser()
    expect((await one.signIn(device.get(await one.options()))).errcode).toBe(codeOf('account_frozen'))
    expect(one.cookies.get('cd_session')).toBeUndefined()
  })
})

it('says that passkeys need a domain name with https, or localhost', async () => {
  await world.close()
  world = await openWorld()
  const anna = await world.person('anna_b')
  await expect(anna.call(beginPasskey, {})).rejects.toMatchObject({ name: 'passkeys_unavailable' })
  const local = anna.at(world.baseUrl.replace('127.0.0.1', 'localhost'))
  expect((await local.call(beginPasskey, {})).options).toMatchObject({ rp: { id: 'localhost' } })
})
