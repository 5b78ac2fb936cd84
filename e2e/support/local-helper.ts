import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { helperPorts } from '@clouddisk/contract/local-helper'
import { startHeadlessApp } from '../../desktop/test/headless-app.ts'
import { signIn } from '../../server/test/person.ts'
import { PASSWORD, type Server } from './server.ts'

/** The desktop client on this computer, without a window, at the ports for tests. */
export interface LocalClient {
  /** What the person chooses in the client's dialogs. */
  chosen: { files: string[] | null; folder: string | null }
  /** Number of unfinished uploads and downloads. */
  transfers(): number
  signOut(): Promise<void>
  close(): Promise<void>
}

/** @param person who is signed in to it. */
export async function startLocalClient(server: Server, person: string): Promise<LocalClient> {
  const folder = await mkdtemp(join(tmpdir(), 'clouddisk-local-client-'))
  const chosen: LocalClient['chosen'] = { files: null, folder: null }
  const app = await startHeadlessApp(folder, server.origin, {
    helper: { ports: helperPorts(true), log: (line) => process.stderr.write(`${line}\n`) },
    chooseFiles: async () => chosen.files,
    chooseFolder: async () => chosen.folder,
  })
  const { token, user } = await signIn(server.origin, person, PASSWORD)
  await app.session.begin({ userId: user.userId, userName: user.userName, token })
  return {
    chosen,
    transfers: () => {
      const { upload, download } = app.transfers.counts()
      return upload + download
    },
    signOut: () => app.session.end(),
    close: async () => {
      await app.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
