import { LIMITS } from '@clouddisk/contract/limits'
import { useEffect, useState } from 'react'

/** The value after it has not changed for `ms` (A§9: 280). */
export function useDebounced<T>(value: T, ms: number = LIMITS.debounceMs): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
