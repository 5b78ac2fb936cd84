/**
 * Fields that the specification spells in a way of its own, by the right spelling: the wire keeps the former, and takes
 * the latter too (C6).
 */
export const SPELLINGS: Readonly<Record<string, string>> = {
  targetParentId: 'targeParentId',
  voiceTip: 'vioceTip',
  linkpath: 'linkPath',
}
