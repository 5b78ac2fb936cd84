/** Which folder the personal files show, and under which entry of the browser's history they remember how it looked. */

export interface FilesSearch {
  readonly folder?: string
  readonly select?: string
}

export interface FilesEntry extends FilesSearch {
  /** The entry's key in the browser's history. */
  readonly historyKey: string
  /** The key under which scroll and selection are found again. */
  readonly entryKey: string
}

/**
 * What to show for an address; the same object while nothing changed.
 * @param shown what the page shows, or showed when it was put away.
 * @param cameBack another page was in front until now: the folder that was left looks as it was left, although the
 *   way back (the menu) made a new entry of the history.
 * @param visits entries of the history that stand for the visit of an earlier one; added to.
 */
export function nextFilesEntry(
  shown: FilesEntry | undefined,
  { folder, select }: FilesSearch,
  historyKey: string,
  cameBack: boolean,
  visits: Map<string, string>,
): FilesEntry {
  if (shown?.historyKey === historyKey && shown.folder === folder && shown.select === select) return shown
  if (cameBack && shown && shown.folder === folder && select === undefined && !visits.has(historyKey)) {
    visits.set(historyKey, shown.entryKey)
    return { ...shown, historyKey }
  }
  return {
    ...(folder !== undefined && { folder }),
    ...(select !== undefined && { select }),
    historyKey,
    entryKey: visits.get(historyKey) ?? historyKey,
  }
}
