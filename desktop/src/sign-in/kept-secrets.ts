import type { SecretStore } from './secret-store.ts'

/**
 * Secrets in the key store of the system, where it takes them, otherwise in the sealed file. What the file has is moved
 * into the store when it is read.
 */
export function keptSecrets(keyStore: SecretStore | undefined, file: SecretStore): SecretStore {
  if (!keyStore) return file
  const intoStore = async (name: string, secret: string): Promise<boolean> => {
    const isKept = await keyStore.write(name, secret).then(
      () => true,
      () => false,
    )
    // A store may take a secret and forget it, as one that is kept in memory does.
    return isKept && (await keyStore.read(name).catch(() => null)) === secret
  }
  const forgetInFile = async (name: string): Promise<void> => {
    if ((await file.read(name)) !== null) await file.remove(name)
  }
  return {
    read: async (name) => {
      const sealed = await file.read(name)
      if (sealed === null) return keyStore.read(name).catch(() => null)
      if (await intoStore(name, sealed)) await file.remove(name)
      return sealed
    },
    write: async (name, secret) => {
      if (await intoStore(name, secret)) await forgetInFile(name)
      else await file.write(name, secret)
    },
    remove: async (name) => {
      await forgetInFile(name)
      await keyStore.remove(name).catch(() => undefined)
    },
  }
}
