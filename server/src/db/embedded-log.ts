import { open, rename, stat } from 'node:fs/promises'

/** PostgreSQL's log file. A pipe would break with the process that reads it. */
export interface ServerLog {
  readonly fd: number
  /** The last fatal message since the log was opened. */
  lastError(): Promise<string>
  close(): Promise<void>
}

const ROTATE_BYTES = 5 * 1024 * 1024

export async function openServerLog(path: string): Promise<ServerLog> {
  const before = await stat(path).catch(() => undefined)
  if (before && before.size > ROTATE_BYTES) await rename(path, `${path}.old`)
  const file = await open(path, 'a+', 0o600)
  const { size: begin } = await file.stat()
  return {
    fd: file.fd,
    close: () => file.close(),
    lastError: async () => {
      const { size } = await file.stat()
      const { buffer, bytesRead } = await file.read(Buffer.alloc(size - begin), 0, size - begin, begin)
      return reasonIn(buffer.toString('utf8', 0, bytesRead))
    },
  }
}

function reasonIn(text: string): string {
  const lines = text.split('\n').filter(Boolean)
  const fatal = lines.filter((line) => /\b(FATAL|PANIC):/.test(line)).at(-1) ?? lines.at(-1)
  return fatal?.replace(/^.*?(FATAL|PANIC):\s*/, '') ?? 'no message in its log'
}
