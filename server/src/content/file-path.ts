import { type DamagedFile, ownerName } from '@clouddisk/contract/admin-storage'

export type FileName = Pick<DamagedFile, 'spaceName' | 'account' | 'path' | 'instanceName' | 'isCurrent'>

/** Whose a file is and where it lies, in one line: `Alice (alice)/folder/name`. */
export function filePath({ path, instanceName, isCurrent, ...owner }: FileName): string {
  const whole = [ownerName(owner), ...path, instanceName].join('/')
  return isCurrent ? whole : `an earlier version of ${whole}`
}
