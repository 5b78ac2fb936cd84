/**
 * Shares the result of `work`, or its failure, with all callers while it runs and for `ms` afterwards. For endpoints
 * without authentication.
 */
export function cachedFor<T>(ms: number, work: () => Promise<T>): () => Promise<T> {
  let latest: Promise<T> | undefined
  const forgetLater = () => {
    setTimeout(() => {
      latest = undefined
    }, ms).unref()
  }
  return () => {
    if (!latest) {
      latest = work()
      latest.then(forgetLater, forgetLater)
    }
    return latest
  }
}
