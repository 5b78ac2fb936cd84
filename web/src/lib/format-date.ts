import { formatFullDateTime } from './format-date-time.ts'

/** A date as lists print it: 2026-11-18; 18 Nov 2026. */
export const formatDate = (iso: string): string => formatFullDateTime(iso).slice(0, -' 00:00'.length)
