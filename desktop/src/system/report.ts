/** Writes an error of background work to standard error. The client goes on. */
export function report(what: string, error: unknown): void {
  process.stderr.write(`${what}: ${error instanceof Error ? error.message : error}\n`)
}
