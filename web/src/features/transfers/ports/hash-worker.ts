import { digests } from '@clouddisk/client/uploads/digests'
import { md5Blob, proveBlob, sha256Blob } from '@clouddisk/client/uploads/hash'
import type { ProofRequest } from '@clouddisk/contract/uploads'
import { expose } from 'comlink'

/** Hashes away from the page. One task at a time; a worker whose task is no longer wanted is ended by the page. */
const worker = {
  sha256: (blob: Blob, onProgress: (bytes: number) => void) => sha256Blob(blob, { onProgress }),
  digests: (contents: readonly Blob[]) => digests(contents),
  prove: (blob: Blob, proof: ProofRequest) => proveBlob(blob, proof),
  md5: (blob: Blob, onProgress: (bytes: number) => void) => md5Blob(blob, { onProgress }),
}
export type HashWorker = typeof worker

expose(worker)
