import {
  InvalidPart,
  type ListedPart,
  type PartRef,
  PartsMissing,
  partCountOf,
  partRangeOf,
  type UploadPlan,
} from './port.ts'

/** Position and length of a part. Throws InvalidPart if the plan has no such part of `length` bytes. */
export function requirePart(
  plan: UploadPlan,
  partNumber: number,
  length: number,
): { position: number; length: number } {
  const range = partRangeOf(plan, partNumber)
  if (!range) throw new InvalidPart(`The upload has parts 1 to ${partCountOf(plan)}.`)
  if (range.length !== length) throw new InvalidPart(`Part ${partNumber} has ${range.length} bytes.`)
  return range
}

/** Throws InvalidPart or PartsMissing unless `refs` names all parts of the plan, as received and in order. */
export function requireAllParts(
  plan: UploadPlan,
  received: ReadonlyMap<number, ListedPart>,
  refs: readonly PartRef[],
): void {
  let last = 0
  for (const { partNumber, etag } of refs) {
    if (partNumber <= last) throw new InvalidPart('Parts must be listed once each, in order.')
    const part = received.get(partNumber)
    if (part?.etag !== etag || part.size !== partRangeOf(plan, partNumber)?.length)
      throw new InvalidPart(`Part ${partNumber} is not what was received.`)
    last = partNumber
  }
  if (refs.length !== partCountOf(plan)) throw new PartsMissing()
}
