import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
export const packages = join(root, 'node_modules')
export const tools = join(packages, '.bin')

/** Prints a message; standard output is for results of commands. */
export const say = (...message) => console.error(...message)
