import { useQuery } from '@tanstack/react-query'
import { publicConfigQuery } from '../../lib/public-config.ts'
import { t } from './strings.ts'

/** The product's name: the configured title, or our own. */
export function useProductName(): string {
  return useQuery(publicConfigQuery).data?.title ?? t('product')
}
