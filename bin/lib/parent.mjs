import { say } from './paths.mjs'

/** Calls `stop` once the parent process has ended: if npm is killed, no signal is sent. */
export function stopWithParent(parent, stop) {
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    say('The parent process has ended; stopping.')
    stop()
  }, 500).unref()
}
