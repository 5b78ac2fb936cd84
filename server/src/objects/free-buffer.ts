/** Smaller ones may lie in the pool of `Buffer`, and are cheap for the garbage collector. */
const SMALLEST = 4096

/**
 * Frees the memory of a buffer at once, if all of it is the buffer's; the buffer is empty afterwards. The garbage collector
 * would free it much later: memory outside V8's heap triggers only full collections, each of which visits the whole heap.
 * Only for memory that nothing else uses, such as chunks of a request.
 */
export function freeBuffer({ buffer, byteLength }: Buffer): void {
  if (byteLength < SMALLEST || byteLength !== buffer.byteLength) return
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}
