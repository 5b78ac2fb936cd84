import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
export const packages = join(root, 'node_modules')
export const tools = join(packages, '.bin')

/** Words for the person at the terminal; standard output belongs to the command itself. */
export const say = (...words) => console.error(...words)
