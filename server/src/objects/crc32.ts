import { crc32 } from '@node-rs/crc32'

/** CRC-32 as ZIP has it, going on from `sum`. Three times as fast as the platform's own (docs/dependencies.md). */
export const crc32Of = (bytes: Uint8Array, sum = 0): number => crc32(bytes, sum)
