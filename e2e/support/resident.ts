import { readFileSync, writeFileSync } from 'node:fs'

/** What Linux says of the memory of a process, all its threads in it. Bytes. */

export const residentBytes = (pid: number): number => field(pid, 'VmRSS')

/** The most it was since `forgetPeak`, as the kernel kept it. */
export const peakBytes = (pid: number): number => field(pid, 'VmHWM')

export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')

function field(pid: number, name: string): number {
  const [, kibibytes] =
    new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kibibytes) * 1024
}
