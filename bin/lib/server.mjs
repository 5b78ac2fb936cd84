// The server as `npm start` runs it: it stops when the process that started it ends.
import { stopWithParent } from './parent.mjs'

// A child of run.mjs stops when its channel closes.
if (!process.connected) stopWithParent(Number(process.argv[2]), () => process.kill(process.pid, 'SIGTERM'))

await import('../../server/src/main.ts')
