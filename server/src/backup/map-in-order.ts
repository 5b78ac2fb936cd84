/** Works on a few at a time and answers in the order in which they came. */
export async function* mapInOrder<T, R>(
  items: AsyncIterable<T>,
  atOnce: number,
  work: (item: T) => Promise<R>,
): AsyncIterable<R> {
  const running: Promise<R>[] = []
  try {
    for await (const item of items) {
      const begun = work(item)
      // One that fails while another is waited for is told when its turn comes; until then it is nobody's.
      begun.catch(() => undefined)
      running.push(begun)
      const first = running.length >= atOnce ? running.shift() : undefined
      if (first) yield await first
    }
    for (let first = running.shift(); first; first = running.shift()) yield await first
  } finally {
    // Nothing goes on behind whoever has stopped listening.
    await Promise.allSettled(running)
  }
}
