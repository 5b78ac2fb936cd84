import { isDeepStrictEqual } from 'node:util'
import type { ConfigValue } from '@clouddisk/contract/business-config'
import type { Config } from '../../config/config.ts'
import type { Reader } from '../../db/database.ts'
import { valueFault } from './check-value.ts'
import { type ConfigRow, selectRows } from './store.ts'
import { ENTRIES } from './table.ts'
import { readValue, writeValue } from './values.ts'

/**
 * Puts the administrators' values into the configuration of this process, in place: whoever reads `ctx.config` or
 * `ctx.config.limits` at each use has them from then on. The environment wins over them.
 */
export class BusinessConfig {
  readonly #config: Config
  /** Of the environment, or the default. */
  readonly #initial: ReadonlyMap<string, ConfigValue>
  #reading: Promise<void> = Promise.resolve()
  #started = false

  constructor(config: Config) {
    this.#config = config
    this.#initial = new Map(ENTRIES.map(({ code }) => [code, readValue(config, code)]))
  }

  /** Without the administrators' values. */
  initialValue(code: string): ConfigValue {
    return this.#initial.get(code) ?? readValue(this.#config, code)
  }

  /** The values that the rows lead to, those included that wait for a restart. */
  valuesWith(rows: readonly ConfigRow[]): Map<string, ConfigValue> {
    const byCode = new Map(rows.map(({ code, value }) => [code, value]))
    return new Map(
      ENTRIES.map((entry) => {
        const own = byCode.get(entry.code)
        const isInForce = own !== undefined && isAdministered(this.#config, entry) && !valueFault(entry, own)
        return [entry.code, isInForce ? own : this.initialValue(entry.code)]
      }),
    )
  }

  /** Reads the rows again, one read after the other. Answers whether anything is different now. */
  refresh(db: Reader): Promise<boolean> {
    const read = this.#reading.then(() => this.#read(db))
    // The caller hears of a failed read; the next one does not wait for more than its end.
    this.#reading = read.then(
      () => undefined,
      () => undefined,
    )
    return read
  }

  async #read(db: Reader): Promise<boolean> {
    const values = this.valuesWith(await selectRows(db))
    let changed = false
    for (const { code, afterRestart, fixed } of ENTRIES) {
      if (fixed || (afterRestart && this.#started)) continue
      const value = values.get(code)
      if (value === undefined || isDeepStrictEqual(value, readValue(this.#config, code))) continue
      writeValue(this.#config, code, value)
      changed = true
    }
    this.#started = true
    return changed
  }
}

/** Whether an administrator's value holds: none that is fixed, or set by the environment. */
export const isAdministered = (
  { environment }: Config,
  { fixed, variable }: { readonly fixed?: unknown; readonly variable?: string },
): boolean => !fixed && (variable === undefined || !environment.has(variable))

/** Brings the configuration of a process to the administrators' values, before anything else is opened with it. */
export async function openBusinessConfig(config: Config, db: Reader): Promise<BusinessConfig> {
  const opened = new BusinessConfig(config)
  await opened.refresh(db)
  return opened
}
