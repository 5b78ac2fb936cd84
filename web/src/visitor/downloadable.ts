import type { Instance } from '@clouddisk/contract/files'

/** What is known of an item that is downloaded. */
export type Downloadable = Pick<Instance, 'instanceId' | 'instanceName' | 'classifierId' | 'fileSize'>

export const mayDownload = (item: Instance): boolean => item.fileAuth.includes('download')

/** Whether anything can be done with it once it is chosen. */
export const hasActions = ({ fileAuth }: Instance): boolean =>
  fileAuth.some((one) => one === 'download' || one === 'copy' || one === 'rename')
