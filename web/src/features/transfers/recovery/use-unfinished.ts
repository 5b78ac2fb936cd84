import type { OpenUpload } from '@clouddisk/contract/uploads'
import { useQuery } from '@tanstack/react-query'
import type { Engine } from '../engine.ts'
import { useUploads } from '../use-transfers.ts'
import { leftOver, openUploadsQuery } from './unfinished.ts'

/** What other browsers have left, the latest begun first. */
export function useLeftOver(engine: Engine): OpenUpload[] {
  const { data = [] } = useQuery(openUploadsQuery)
  return leftOver(data, useUploads(engine))
}
