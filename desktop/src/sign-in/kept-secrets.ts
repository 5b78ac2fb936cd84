import { setTimeout as delay } from 'node:timers/promises'
import { report } from '../system/report.ts'
import type { SecretStore } from './secret-store.ts'

/** A store that is locked asks the person first, who may be away; nothing waits longer for it than this. */
const PATIENCE_MS = 2000

const LATE: unique symbol = Symbol('late')

/**
 * Secrets in the key store of the system, where it takes them in time, otherwise in the sealed file. What the file has is
 * moved into the store as soon as it takes it.
 */
export function keptSecrets(
  keyStore: SecretStore | undefined,
  file: SecretStore,
  patienceMs = PATIENCE_MS,
): SecretStore {
  if (!keyStore) return file
  const inTurn = turns()
  const inStore = turns()

  const inTime = async <T>(answer: Promise<T>): Promise<T | typeof LATE> => {
    const patience = new AbortController()
    const late = delay(patienceMs, undefined, { signal: patience.signal })
      .catch(() => undefined)
      .then((): typeof LATE => LATE)
    return Promise.race([answer, late]).finally(() => patience.abort())
  }

  /** Whether the store has it. A store may take a secret and forget it, as one that is kept in memory does. */
  const intoStore = (name: string, secret: string): Promise<boolean> =>
    inStore(async () => {
      await keyStore.write(name, secret)
      return (await keyStore.read(name)) === secret
    }).catch(() => false)

  const readStore = (name: string): Promise<string | null> =>
    inStore(() => keyStore.read(name)).catch(() => null)

  const forgetInFile = async (name: string): Promise<void> => {
    if ((await file.read(name)) !== null) await file.remove(name)
  }

  /** Once the store has it; unless it is another one by then. */
  const moveLater = (name: string, secret: string, moved: Promise<boolean>): void => {
    moved
      .then((isKept) => {
        if (!isKept) return
        return inTurn(async () => {
          if ((await file.read(name)) === secret) await file.remove(name)
        })
      })
      .catch((error: unknown) => report('a secret stays in its file', error))
  }

  return {
    read: (name, onLate = () => undefined) =>
      inTurn(async () => {
        const sealed = await file.read(name)
        if (sealed !== null) {
          const moved = intoStore(name, sealed)
          if ((await inTime(moved)) === true) await file.remove(name)
          else moveLater(name, sealed, moved)
          return sealed
        }
        const kept = readStore(name)
        const secret = await inTime(kept)
        if (secret !== LATE) return secret
        void kept.then((late) => late !== null && onLate(late))
        return null
      }),
    write: (name, secret) =>
      inTurn(async () => {
        const moved = intoStore(name, secret)
        if ((await inTime(moved)) === true) return forgetInFile(name)
        await file.write(name, secret)
        moveLater(name, secret, moved)
      }),
    remove: (name) =>
      inTurn(async () => {
        await forgetInFile(name)
        await inTime(inStore(() => keyStore.remove(name)).catch(() => undefined))
      }),
  }
}

/** Runs one work after the other, so that none overtakes an earlier one that waits. */
function turns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}
