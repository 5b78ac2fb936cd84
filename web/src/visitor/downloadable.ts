import type { Instance } from '@clouddisk/contract/files'

/** What is known of an item that is downloaded. */
export type Downloadable = Pick<Instance, 'instanceId' | 'instanceName' | 'classifierId' | 'fileSize'>

export const mayDownload = (item: Instance): boolean => item.fileAuth.includes('download')
