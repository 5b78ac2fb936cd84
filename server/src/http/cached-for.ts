/**
 * What `work` answers, for all who ask while it runs and for `ms` after it; so is its failure. For what anybody may ask,
 * and costs more than the answer.
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
