import type {
  DownloadExtension,
  FolderTarget,
  SignOutExtension,
  UploadExtension,
} from '../../lib/extension-points.ts'
import { host } from '../../lib/host.ts'
import { loadWithTimeout } from '../../lib/lazy-part.ts'
import { createStore } from '../../lib/store.ts'
import type { Engine } from './engine.ts'
import { readDropped } from './sources/dropped.ts'
import { pickFiles } from './sources/picker.ts'

/** The part of transfers loaded at start: its extensions and the loader of the engine. */

const engine = createStore<Engine | undefined>(undefined)
/** The engine, once loaded. */
export const useEngine = engine.use
let loading: Promise<Engine> | undefined
let userId: string | undefined

/** Loads the engine for the signed-in person: restores unfinished transfers and follows other tabs. Idempotent. */
export function startTransfers(signedIn: string): void {
  userId = signedIn
  engine.get()?.setUser(signedIn)
  void load()
}

function load(): Promise<Engine> {
  loading ??= loadWithTimeout(() => import('./engine.ts')).then(
    ({ createEngine }) => {
      if (userId === undefined) throw new Error('nobody is signed in')
      const created = createEngine(userId)
      engine.set(created)
      return created
    },
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

/** What takes selections: the desktop client (A§4), or the page's own engine, which is then not loaded. */
const taker = (): Promise<Pick<Engine, 'upload' | 'download' | 'confirmSignOut'>> =>
  host() ? loadWithTimeout(() => import('./desktop/desktop-transfers.ts')) : load()

async function uploadPicked(picked: Promise<File[] | undefined>, target: FolderTarget): Promise<void> {
  const files = await picked
  if (!files) return
  const [{ walkPicked }, one] = await Promise.all([import('./sources/walk.ts'), taker()])
  await one.upload(walkPicked(files), target)
}

export const uploadExtension: UploadExtension = {
  pickFiles: (target) => void uploadPicked(pickFiles(), target),
  uploadFiles: (files, target) => void uploadPicked(Promise.resolve([...files]), target),
  pickFolder: (target) => void uploadPicked(pickFiles({ folder: true }), target),
  takeDropped(data, target) {
    const dropped = readDropped(data, !host())
    const walked = async () => {
      const [{ walk }, one] = await Promise.all([import('./sources/walk.ts'), taker()])
      await one.upload(walk(dropped), target)
    }
    void walked()
  },
}

export const downloadExtension: DownloadExtension = {
  download: (items) => void taker().then((one) => one.download(items)),
}

/** Maximum wait for the list of other tabs' uploads at sign-out, ms. */
const LIST_MS = 1000

export const signOutExtension: SignOutExtension = {
  async confirmSignOut() {
    if (host()) return (await taker()).confirmSignOut()
    const listed = async () => (await loading)?.uploads.ready()
    await loadWithTimeout(listed, LIST_MS).catch(() => undefined)
    return engine.get()?.confirmSignOut() ?? true
  },
}
