/** What one conversion may use. Exceeding any of these ends it, with everything that it started. */
export interface ConversionLimits {
  /** From start to end, on a machine that has other things to do: conversions run at low priority. */
  readonly wallMs: number
  /** Processor time of all its processes together. */
  readonly cpuSeconds: number
  /** Memory of all its processes together, and the data that each of them may allocate. */
  readonly memoryBytes: number
  /** What a process may reserve beside that without using it; by default what Node does. */
  readonly reservedBytes?: number
  /** Bytes of all files in its folder but the input. */
  readonly outputBytes: number
  readonly outputFiles: number
}

/**
 * Why a conversion has no result.
 * - `broken`: the program refused the file
 * - `crashed`: its process was killed
 * - `timeout`, `memory`, `output`: it exceeded a limit
 * - `stopped`: the server is stopping, or the request was dropped
 * - `missing`: the program is not installed
 * - `too_large`: pixels or bytes exceed what is converted
 * - `encrypted`: it cannot be read without its password
 * - `unsupported`: files of this type have no such result
 */
export type ConversionFault =
  | 'broken'
  | 'crashed'
  | 'timeout'
  | 'memory'
  | 'output'
  | 'stopped'
  | 'missing'
  | 'too_large'
  | 'encrypted'
  | 'unsupported'

export class ConversionFailed extends Error {
  readonly reason: ConversionFault
  constructor(reason: ConversionFault, message: string = reason, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ConversionFailed'
    this.reason = reason
  }
}
