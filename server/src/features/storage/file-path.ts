import type { DamagedFile } from '@clouddisk/contract/admin-storage'

export type FileName = Pick<DamagedFile, 'spaceName' | 'account' | 'path' | 'instanceName' | 'isCurrent'>

/** Whose a file is and where it lies, in one line: `Alice (alice)/folder/name`. */
export function filePath({ spaceName, account, path, instanceName, isCurrent }: FileName): string {
  const whole = [ownerName(spaceName, account), ...path, instanceName].join('/')
  return isCurrent ? whole : `an earlier version of ${whole}`
}

/** A person's name and account, or a group's name. */
const ownerName = (spaceName: string, account: string | null): string =>
  account === null || account === spaceName ? spaceName : `${spaceName} (${account})`
