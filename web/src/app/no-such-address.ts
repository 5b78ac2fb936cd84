import { toast } from '../ui/toast.tsx'
import { t } from './strings.ts'

/** Shown when an unknown address redirects to the personal files (C44). */
export const showNoSuchAddress = (): void => void toast.info(t('noSuchAddress'))
