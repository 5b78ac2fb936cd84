import type {
  DesktopCall,
  DesktopHost,
  DesktopMessage,
  DesktopSettings,
  LocalSyncTask,
  TransferCounts,
  TransferRecord,
} from '@clouddisk/contract/desktop'
import type { BrowserContext, Page } from '@playwright/test'

/**
 * Stands for the desktop client (contract/src/desktop.ts) where a test is about the page: it keeps what the page asks, and
 * says what the test wants. The client itself is tested in desktop/.
 */

export interface FakeHostOptions {
  /** Of a session, which the client has after a sign-in. */
  readonly token?: string
  /** Whether it has the session from the start. */
  readonly signedIn?: boolean
  /** A token that it has kept from before, until somebody signs in. */
  readonly kept?: string
  readonly language?: 'zh-CN' | 'en-US'
  readonly records?: readonly TransferRecord[]
  /** Tasks of the local sync. */
  readonly localSyncs?: readonly LocalSyncTask[]
  /** What the client says instead of making or changing a task. */
  readonly refusesSync?: string
  /** What the person chooses when asked for a folder; null: nothing. */
  readonly folder?: string | null
  /** Whether it syncs folders; true by default. */
  readonly syncsFolders?: boolean
  /** Whether files of downloads are where they were saved. */
  readonly found?: boolean
}

/** A call of the page. */
export interface HostCall {
  readonly method: DesktopCall
  readonly input: unknown
  readonly files: readonly string[]
}

interface FakeHost {
  readonly calls: HostCall[]
  records: TransferRecord[]
  localSyncs: LocalSyncTask[]
  tell(message: DesktopMessage): void
}

type WithFake = typeof globalThis & { fakeHost: FakeHost }

export async function withHost(to: BrowserContext | Page, options: FakeHostOptions = {}): Promise<void> {
  await to.addInitScript(installFakeHost, options)
}

/** Sent to the page as text: it uses nothing from outside. */
function installFakeHost(options: FakeHostOptions): void {
  const { token = null, language = 'zh-CN', folder = null, found = true } = options
  // As the client does: not in frames, nor elsewhere than at the server.
  if (globalThis.top !== globalThis.self || !location.protocol.startsWith('http')) return
  const listeners = new Set<(message: DesktopMessage) => void>()
  const SIGNED_IN = 'fakeHost.signedIn'
  if (sessionStorage.getItem(SIGNED_IN) === null)
    sessionStorage.setItem(SIGNED_IN, options.kept ? 'before' : String(options.signedIn ?? false))
  const fake: FakeHost = {
    calls: [],
    records: [...(options.records ?? [])],
    localSyncs: [...(options.localSyncs ?? [])],
    tell: (message) => {
      for (const listener of listeners) listener(message)
    },
  }
  const of = (list: string): TransferRecord[] =>
    fake.records.filter(({ status, type, isLocalSync }) => {
      if (isLocalSync || list === 'localSync') return isLocalSync && list === 'localSync'
      return list === 'finished' ? status === 'finished' : status !== 'finished' && type === list
    })
  const counts = (): TransferCounts => {
    const running = (list: string) => of(list).filter(({ status }) => status === 'running').length
    return {
      upload: of('uploadFile').length,
      download: of('downloadFile').length,
      finished: of('finished').length,
      uploading: running('uploadFile'),
      downloading: running('downloadFile'),
      waiting: 0,
      pending: [...of('uploadFile'), ...of('downloadFile')].filter(
        ({ status }) => status === 'running' || status === 'waiting',
      ).length,
      localSync: of('localSync').length,
    }
  }
  const changed = () => setTimeout(() => fake.tell({ myType: 'listChanged', counts: counts() }))
  type Answers = Partial<{ [C in DesktopCall]: (input: never, files: readonly File[]) => unknown }>
  const answers: Answers = {
    authorization: () => {
      const session = sessionStorage.getItem(SIGNED_IN)
      if (session === 'before') return options.kept
      return session === 'true' ? token : null
    },
    signedIn: () => {
      sessionStorage.setItem(SIGNED_IN, 'true')
      return {}
    },
    signedOut: () => {
      sessionStorage.setItem(SIGNED_IN, 'false')
      return {}
    },
    chooseFolder: () => folder && { path: folder, grant: 'grant' },
    countTransfers: counts,
    openLocation: () => ({ found }),
    pageTransfers: ({ list, pageNo, pageSize }: { list: string; pageNo: number; pageSize: number }) => ({
      list: of(list).slice((pageNo - 1) * pageSize, pageNo * pageSize),
      total: of(list).length,
      counts: counts(),
    }),
    addTask: (
      { tasks }: { tasks: readonly { type: string; fileName?: string; fileSize?: number }[] },
      files,
    ) => {
      const ids = tasks.map((task, at) => {
        const id = `task ${fake.records.length}`
        fake.records.push({
          id,
          type: task.type as TransferRecord['type'],
          instanceId: null,
          fileName: task.fileName ?? files[at]?.name ?? '',
          fileSize: task.fileSize ?? files[at]?.size ?? 0,
          position: '',
          localPath: '',
          parentId: null,
          inGroup: false,
          fileSharingId: null,
          status: 'waiting',
          finishedPartsSize: 0,
          progress: 0,
          rate: 0,
          errmsg: null,
          error: null,
          taskAddTime: Date.now(),
          finishedTime: null,
          isLocalSync: false,
          localSyncId: null,
        })
        return id
      })
      changed()
      return { ids }
    },
    execCmd: ({ cmd, ids, list }: { cmd: string; ids?: readonly string[]; list?: string }) => {
      const chosen = new Set(ids ?? of(list ?? 'uploadFile').map(({ id }) => id))
      fake.records = fake.records.flatMap((one) => {
        if (!chosen.has(one.id)) return [one]
        if (cmd === 'jobDelete') return []
        return [{ ...one, status: cmd === 'jobPause' ? 'pause' : 'running', errmsg: null, error: null }]
      })
      changed()
      return {}
    },
  }
  const desktop: DesktopSettings = {
    autostart: false,
    notifications: true,
    whenClosed: 'background',
    hasTray: true,
    server: location.origin,
    servers: [location.origin, 'https://drive.example.com'],
  }
  Object.assign(answers, {
    queryDesktopSettings: () => structuredClone(desktop),
    saveDesktopSettings: (change: Partial<DesktopSettings>) =>
      structuredClone(Object.assign(desktop, change)),
    addServer: ({ address }: { address: string }) => {
      if (!address.startsWith('https://')) throw new Error(`${address} 上没有 Clouddisk。`)
      desktop.servers.push(address)
      return { server: address }
    },
    removeServer: ({ server }: { server: string }) => {
      desktop.servers.splice(desktop.servers.indexOf(server), 1)
      return {}
    },
    quit: () => ({ running: counts().uploading + counts().downloading }),
  })
  Object.assign(answers, {
    queryLocalSyncs: () => fake.localSyncs,
    createLocalSync: (input: Pick<LocalSyncTask, 'diskPath' | 'diskPathIds' | 'inGroup' | 'syncTime'>) => {
      if (options.refusesSync) throw new Error(options.refusesSync)
      const task: LocalSyncTask = {
        ...input,
        id: fake.localSyncs.length + 1,
        key: '',
        folderName: (folder ?? '').split(/[\\/]/).at(-1) ?? '',
        localPath: folder ?? '',
        syncStatus: 'wait',
        lastSyncTime: null,
        nextSyncTime: null,
        errmsg: null,
        report: null,
      }
      fake.localSyncs.push(task)
      return task
    },
    updateLocalSync: ({ id, syncTime }: Pick<LocalSyncTask, 'id' | 'syncTime'>) => {
      if (options.refusesSync) throw new Error(options.refusesSync)
      fake.localSyncs = fake.localSyncs.map((one) => (one.id === id ? { ...one, syncTime } : one))
      return fake.localSyncs.find((one) => one.id === id)
    },
    removeLocalSync: ({ id }: Pick<LocalSyncTask, 'id'>) => {
      fake.localSyncs = fake.localSyncs.filter((one) => one.id !== id)
      return {}
    },
  })
  const NAMES = [
    ...['authorization', 'signedIn', 'signedOut', 'addTask', 'execCmd', 'pageTransfers', 'countTransfers'],
    ...['openLocation', 'chooseFolder', 'applySettings', 'openExternal', 'queryLocalSyncs'],
    ...['queryDesktopSettings', 'saveDesktopSettings', 'addServer', 'useServer', 'removeServer', 'quit'],
    ...['createLocalSync', 'updateLocalSync', 'removeLocalSync', 'runLocalSync'],
  ] as DesktopCall[]
  const methods = NAMES.map((method) => [
    method,
    async (input: unknown = {}, files: readonly File[] = []) => {
      fake.calls.push({ method, input, files: files.map(({ name }) => name) })
      return (answers[method] as ((...all: unknown[]) => unknown) | undefined)?.(input, files) ?? null
    },
  ])
  const host: Partial<DesktopHost> = {
    ...Object.fromEntries(methods),
    version: '1.0.0',
    platform: 'linux',
    language,
    syncsFolders: options.syncsFolders ?? true,
    onMessage(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  Object.assign(globalThis, { clouddiskHost: host, fakeHost: fake })
}

/** Calls of the page since it was loaded. */
export const hostCalls = (page: Page, method: DesktopCall): Promise<HostCall[]> =>
  page.evaluate(
    (name) => (globalThis as WithFake).fakeHost.calls.filter((one) => one.method === name),
    method,
  )

export const tell = (page: Page, message: DesktopMessage): Promise<void> =>
  page.evaluate((one) => (globalThis as WithFake).fakeHost.tell(one), message)

/** Changes a record, and says what changes in the list. */
export const changeRecord = (page: Page, id: string, change: Partial<TransferRecord>): Promise<void> =>
  page.evaluate(
    ([which, what]) => {
      const { fakeHost } = globalThis as WithFake
      fakeHost.records = fakeHost.records.map((one) => (one.id === which ? { ...one, ...what } : one))
    },
    [id, change] as const,
  )

/** Changes a task of the local sync, and says so; by default that a run has begun. */
export const changeSync = (
  page: Page,
  id: number,
  change: Partial<LocalSyncTask>,
  myType: 'localSyncStart' | 'localSyncChanged' = 'localSyncStart',
): Promise<void> =>
  page.evaluate(
    ([which, what, kind]) => {
      const { fakeHost } = globalThis as WithFake
      fakeHost.localSyncs = fakeHost.localSyncs.map((one) => (one.id === which ? { ...one, ...what } : one))
      fakeHost.tell({ myType: kind, localSyncId: which })
    },
    [id, change, myType] as const,
  )

/** A task of the local sync. */
export const syncTask = (change: Partial<LocalSyncTask> = {}): LocalSyncTask => ({
  id: 1,
  key: '',
  folderName: '合同',
  syncTime: '02:15',
  syncStatus: 'finished',
  localPath: '/home/lin/文档/合同',
  diskPath: '个人文件/备份/合同',
  diskPathIds: '1/2/3',
  inGroup: false,
  lastSyncTime: '2026-11-27T18:15:00.000Z',
  nextSyncTime: '2026-11-28T18:15:00.000Z',
  errmsg: null,
  report: { files: 128, uploaded: 6, unchanged: 122, ignored: 2, failed: 0, bytes: 48_000_000, failures: [] },
  ...change,
})

let last = 0

/** A record of the client. */
export function record(change: Partial<TransferRecord>): TransferRecord {
  last += 1
  const { status = 'waiting', fileSize = 10 * 1024 * 1024, finishedPartsSize = 0 } = change
  return {
    id: `record ${last}`,
    type: 'uploadFile',
    instanceId: null,
    fileName: `${last}.bin`,
    fileSize,
    position: '个人文件',
    localPath: '/home/lin/a.bin',
    parentId: null,
    inGroup: false,
    fileSharingId: null,
    status,
    finishedPartsSize,
    progress: status === 'finished' ? 100 : Math.round((finishedPartsSize / fileSize) * 1000) / 10,
    rate: 0,
    errmsg: null,
    error: null,
    taskAddTime: Date.UTC(2026, 10, 27, 8),
    finishedTime: status === 'finished' ? Date.UTC(2026, 10, 27, 9, last % 60) : null,
    isLocalSync: false,
    localSyncId: null,
    ...change,
  }
}
