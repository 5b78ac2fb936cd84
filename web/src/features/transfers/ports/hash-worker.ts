import { digests } from '@clouddisk/client/uploads/digests'
import { md5Blob, proveBlob, sha256Blob } from '@clouddisk/client/uploads/hash'
import type { ProofRequest } from '@clouddisk/contract/uploads'
import { expose } from 'comlink'

/** Hashes in a worker, one task at a time; the page terminates a worker to abort its task. */
const worker = {
  sha256: (blob: Blob, onProgress: (bytes: number) => void) => sha256Blob(blob, { onProgress }),
  digests: (contents: readonly Blob[]) => digests(contents),
  prove: (blob: Blob, proof: ProofRequest) => proveBlob(blob, proof),
  md5: (blob: Blob, onProgress: (bytes: number) => void) => md5Blob(blob, { onProgress }),
}
export type HashWorker = typeof worker

expose(worker)
