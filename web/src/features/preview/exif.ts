import type { Instance } from '@clouddisk/contract/files'
import { queryOptions } from '@tanstack/react-query'
import { language } from '../../lib/i18n.ts'
import type { PreviewSource } from './source.ts'
import { t } from './strings.ts'

/** What a camera wrote into a picture, read in the browser from the beginning of the file. */

const HEAD_BYTES = 256 * 1024
const CARRIERS = ['jpg', 'jpeg', 'heic', 'heif']

export const mayHaveExif = ({ fileType }: Pick<Instance, 'fileType'>): boolean => CARRIERS.includes(fileType)

export type Facts = readonly (readonly [label: string, value: string])[]

export const exifQuery = (
  source: PreviewSource,
  { instanceId, versionNo }: Instance,
  versionId: string | undefined,
) =>
  queryOptions({
    queryKey: ['exif', instanceId, versionId ?? versionNo],
    queryFn: async ({ signal }) =>
      readExif(await source.addressOf({ instanceId, versionId }, signal), signal),
    staleTime: Number.POSITIVE_INFINITY,
    // Who may see a converted picture alone is refused the file itself.
    retry: false,
  })

async function readExif(url: string, signal: AbortSignal): Promise<Facts> {
  const answer = await fetch(url, {
    headers: { Range: `bytes=0-${HEAD_BYTES - 1}`, 'Accept-Language': language },
    signal,
  })
  if (!answer.ok) return []
  const { parse } = await import('exifr/dist/lite.esm.mjs')
  try {
    const read = await parse(await answer.arrayBuffer(), {
      tiff: true,
      exif: true,
      gps: true,
      reviveValues: false,
    })
    return factsOf((read ?? {}) as Tags)
  } catch {
    // No picture with such facts, or a broken one.
    return []
  }
}

interface Tags {
  readonly Make?: unknown
  readonly Model?: unknown
  readonly LensModel?: unknown
  readonly ExposureTime?: unknown
  readonly FNumber?: unknown
  readonly ISO?: unknown
  readonly FocalLength?: unknown
  readonly DateTimeOriginal?: unknown
  readonly latitude?: unknown
  readonly longitude?: unknown
}

/** Facts with their names; fields of a wrong type are left out. */
export function factsOf(tags: Tags): Facts {
  const facts: (readonly [string, string | undefined])[] = [
    [t('camera'), cameraOf(text(tags.Make), text(tags.Model))],
    [t('lens'), text(tags.LensModel)],
    [t('exposure'), exposureOf(tags)],
    [t('taken'), takenOf(text(tags.DateTimeOriginal))],
    [t('coordinates'), placeOf(number(tags.latitude), number(tags.longitude))],
  ]
  return facts.flatMap(([label, value]) => (value ? [[label, value] as const] : []))
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.replace(/\0/g, '').trim().slice(0, 200) || undefined : undefined
const number = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

/** The model often has the maker's name in it. */
const cameraOf = (make: string | undefined, model: string | undefined): string | undefined =>
  make && model && !model.toLowerCase().startsWith(make.split(' ')[0]?.toLowerCase() ?? '')
    ? `${make} ${model}`
    : (model ?? make)

function exposureOf({ ExposureTime, FNumber, ISO, FocalLength }: Tags): string | undefined {
  const [time, aperture, iso, focal] = [ExposureTime, FNumber, ISO, FocalLength].map(number)
  return [
    time && time > 0 && (time >= 0.4 ? `${round(time)} s` : `1/${Math.round(1 / time)} s`),
    aperture && `f/${round(aperture)}`,
    iso && `ISO ${iso}`,
    focal && `${round(focal)} mm`,
  ]
    .filter(Boolean)
    .join(' · ')
}
const round = (value: number): number => Math.round(value * 10) / 10

/** By the camera's own clock, whose zone is not told: `2024:05:06 07:08:09`. */
function takenOf(written: string | undefined): string | undefined {
  const [, date, time] = /^(\d{4}:\d{2}:\d{2}) (\d{2}:\d{2})/.exec(written ?? '') ?? []
  return date && `${date.replaceAll(':', '-')} ${time}`
}

const placeOf = (latitude: number | undefined, longitude: number | undefined): string | undefined =>
  latitude === undefined || longitude === undefined
    ? undefined
    : `${Math.abs(latitude).toFixed(5)}° ${latitude < 0 ? 'S' : 'N'}, ${Math.abs(longitude).toFixed(5)}° ${longitude < 0 ? 'W' : 'E'}`
