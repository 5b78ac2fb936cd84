import { parentPort, workerData } from 'node:worker_threads'
import { hashBlob } from '@clouddisk/client/uploads/hash'
import { SeededFile } from './seeded.ts'

/** A thread of its own for the hashes, as the page has one: sending goes on meanwhile. */

const { seed, size } = workerData as { seed: number; size: number }
parentPort?.postMessage(await hashBlob(new SeededFile(seed, size)))
