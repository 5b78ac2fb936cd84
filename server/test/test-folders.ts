/** Names of temporary folders of tests: they say whose they are. */

export const testFolderPrefix = (): string => `clouddisk-test-${process.pid}-`

/** Whether it is the folder of a process that has ended. */
export function isAbandoned(name: string): boolean {
  const [, pid] = /^clouddisk-test-(\d+)-/.exec(name) ?? []
  return pid !== undefined && !isRunning(Number(pid))
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
