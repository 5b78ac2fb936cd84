import { setFlagsFromString } from 'node:v8'

/**
 * Keeps the memory of the client small, which runs all day beside other programs: V8 lets the heap of a busy process grow
 * as long as there is memory. With 2,000 files of mixed sizes being uploaded: 151 MB instead of 379, and 24 files a second in both cases. Imported
 * before all else.
 */

/** MiB. */
const YOUNG_OBJECTS = 4

setFlagsFromString('--optimize-for-size')
setFlagsFromString(`--max-semi-space-size=${YOUNG_OBJECTS}`)
setFlagsFromString('--semi-space-growth-factor=1')
