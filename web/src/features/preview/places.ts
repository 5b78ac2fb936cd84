import { readStored, writeStored } from '../../lib/storage.ts'

/** Where one stopped in videos and sounds, by version, kept in the browser: the latest 500. */

const KEY = 'clouddisk.preview.places'
const KEPT = 500
/** Seconds from the beginning and to the end in which one begins anew. */
const MARGIN = 5

type Places = readonly (readonly [versionId: string, seconds: number])[]

function stored(): Places {
  try {
    const places: unknown = JSON.parse(readStored(KEY) ?? '[]')
    return Array.isArray(places) ? places : []
  } catch {
    return []
  }
}

/** Seconds; undefined: from the beginning. */
export const placeOf = (versionId: string): number | undefined =>
  stored().find(([id]) => id === versionId)?.[1]

/** Forgets it near the beginning and the end. */
export function keepPlace(versionId: string, seconds: number, duration: number): void {
  const others = stored().filter(([id]) => id !== versionId)
  const inside = seconds >= MARGIN && seconds <= duration - MARGIN
  const places = inside ? [[versionId, Math.floor(seconds)] as const, ...others].slice(0, KEPT) : others
  writeStored(KEY, JSON.stringify(places))
}

/** `12:34`, `1:02:03`. */
export function clockOf(seconds: number): string {
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
