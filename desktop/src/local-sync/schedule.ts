/** When a daily time comes next, in the time zone of this computer. */

/** HH:mm; 24:00 is read as 00:00 (C18). */
const partsOf = (time: string): readonly [hour: number, minute: number] => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return [hour % 24, minute]
}

/**
 * The first time after `after` at which clocks show `time`. Where clocks go forward over it, it comes as much later; where
 * they go back over it, the first of the two counts.
 * @param after ms since the epoch; so is the answer.
 */
export function nextOccurrence(time: string, after: number): number {
  const [hour, minute] = partsOf(time)
  const day = new Date(after)
  for (let ahead = 0; ; ahead++) {
    const at = new Date(day.getFullYear(), day.getMonth(), day.getDate() + ahead, hour, minute).getTime()
    if (at > after) return at
  }
}

/** Whether both are on the same day of this computer's calendar. */
export const isSameDay = (a: number, b: number): boolean =>
  new Date(a).toDateString() === new Date(b).toDateString()
