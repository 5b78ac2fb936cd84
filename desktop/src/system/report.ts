/** Says on standard error what failed where nobody waits for an answer. The client goes on. */
export function report(what: string, error: unknown): void {
  process.stderr.write(`${what}: ${error instanceof Error ? error.message : error}\n`)
}
