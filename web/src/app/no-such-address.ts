import { toast } from '../ui/toast.tsx'
import { t } from './strings.ts'

/** Before an unknown address is left for the personal files (C44). */
export const showNoSuchAddress = (): void => void toast.info(t('noSuchAddress'))
