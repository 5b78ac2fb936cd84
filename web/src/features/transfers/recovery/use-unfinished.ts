import type { OpenUpload } from '@clouddisk/contract/uploads'
import { useQuery } from '@tanstack/react-query'
import type { Engine } from '../engine.ts'
import { useUploads } from '../use-transfers.ts'
import { openUploadsQuery, unfinishedElsewhere } from './unfinished.ts'

/** Unfinished uploads of other browsers, the latest first. */
export function useUnfinished(engine: Engine): OpenUpload[] {
  const { data = [] } = useQuery(openUploadsQuery)
  return unfinishedElsewhere(data, useUploads(engine))
}
