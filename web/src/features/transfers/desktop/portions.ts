import { takePortion } from '@clouddisk/client/uploads/portions'
import type { UploadRequest } from '@clouddisk/client/uploads/state'
import type { TransferCounts } from '@clouddisk/contract/desktop'
import type { Limits } from '@clouddisk/contract/limits'
import { desktopHost } from '../../../lib/host.ts'
import { failureText } from '../../../lib/host-error.ts'
import { createStore } from '../../../lib/store.ts'
import { toast } from '../../../ui/toast.tsx'
import { t } from './strings.ts'

/** Selections larger than the client's list are handed over in portions, as there is room (C42). */

interface Waiting {
  readonly request: UploadRequest<File>
  readonly limits: Limits
}

const waiting = createStore<readonly Waiting[]>([])
let adding = false

const countOf = (all: readonly Waiting[]) => all.reduce((sum, { request }) => sum + request.files.length, 0)
export const waitingFiles = (): number => countOf(waiting.get())
export const useWaitingFiles = (): number => countOf(waiting.use())
export const forgetWaitingFiles = (): void => waiting.set([])

const warn = (event: BeforeUnloadEvent) => event.preventDefault()

/** Asks before the window is left while it alone has these files. */
export function guardWaitingFiles(): void {
  waiting.subscribe(() => {
    if (waiting.get().length > 0) addEventListener('beforeunload', warn)
    else removeEventListener('beforeunload', warn)
  })
}

/** @throws what the client answers to the first portion. */
export async function addPortions(request: UploadRequest<File>, limits: Limits): Promise<void> {
  waiting.set([...waiting.get(), { request, limits }])
  await addMore(await desktopHost().countTransfers({}))
}

/** Whenever the client's list has changed. */
export const continuePortions = (counts: TransferCounts): void => {
  addMore(counts).catch((error: unknown) => toast.error(t('notAdded', { reason: failureText(error) })))
}

async function addMore({ upload, uploading }: TransferCounts): Promise<void> {
  const [next, ...others] = waiting.get()
  if (!next || adding) return
  const { request, limits } = next
  const free = Math.max(0, limits.uploadFilesClient - upload)
  // A portion comes whole where it can, unless nothing moves that would make room for it.
  if (free === 0 || (free < Math.min(request.files.length, limits.uploadFilesClient) && uploading > 0)) return
  const { portion, rest } = takePortion(request, {
    files: limits.uploadFilesClient,
    free,
    bytes: limits.batchBytesMax,
  })
  adding = true
  try {
    await handOver(portion)
    waiting.set(rest ? [{ request: rest, limits }, ...others] : others)
  } catch (error) {
    // The client has said why; the same portion would be refused again.
    waiting.set(others)
    throw error
  } finally {
    adding = false
  }
  if (waiting.get().length > 0) await addMore(await desktopHost().countTransfers({}))
}

async function handOver(request: UploadRequest<File>): Promise<void> {
  const { parentId, uploadTo, inGroup = false, fileSharingId, files } = request
  await desktopHost().addTask(
    {
      tasks: files.map(({ name, path, conflict, file: { name: own } }, file) => ({
        type: 'uploadFile' as const,
        file,
        path: [...path],
        parentId,
        position: uploadTo,
        inGroup,
        ...(fileSharingId !== undefined && { fileSharingId }),
        ...(name !== own && { name }),
        ...(conflict && { conflict }),
      })),
    },
    files.map(({ file }) => file),
  )
}
