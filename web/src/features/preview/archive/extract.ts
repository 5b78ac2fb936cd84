import { extractInstance } from '@clouddisk/contract/archives'
import { codeOf } from '@clouddisk/contract/errors'
import type { Instance } from '@clouddisk/contract/files'
import type { Job } from '@clouddisk/contract/jobs'
import { call } from '../../../lib/api.ts'
import { extensionFor } from '../../../lib/extension-points.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { queryKeys, showsFolder } from '../../../lib/query-keys.ts'
import { showError, showFailures } from '../../../ui/failures.ts'
import { toast } from '../../../ui/toast.tsx'
import { t } from './strings.ts'

/** What is extracted: a version of a file, or some of its entries. */
export interface Extraction {
  readonly item: Instance
  readonly versionId?: string | undefined
  /** Paths of files and folders; everything if undefined. */
  readonly entries?: readonly string[] | undefined
}

/** Extracts into the archive's own folder. */
export const extractHere = (what: Extraction): Promise<void> => extractInto(what, what.item.parentId)

/** Asks for the folder first. */
export async function extractTo(what: Extraction): Promise<void> {
  const { item } = what
  const target = await extensionFor('folderPicker')?.pick({
    mode: 'choosePath',
    subject: item.instanceName,
    near: item.instancePathIds.split('/'),
  })
  if (target) await extractInto(what, target.instanceId)
}

/** Runs as a job, which goes on when the page is left. */
async function extractInto({ item, versionId, entries }: Extraction, targeParentId: string): Promise<void> {
  const { instanceId, instanceName } = item
  const title = t('extracting', { name: instanceName })
  try {
    const { jobId } = await call(extractInstance, {
      instanceId,
      targeParentId,
      ...(versionId !== undefined && { versionId }),
      ...(entries && { entries: [...entries] }),
    })
    const closeNotice = toast.info(title)
    const watched = jobId === undefined ? undefined : extensionFor('jobs')?.watch(jobId, title)
    const job = await watched?.finally(closeNotice)
    if (job) await showEnd(item, job, targeParentId)
  } catch (error) {
    showError(t('notExtracted'), error)
  }
}

async function showEnd(item: Instance, job: Job, targetId: string): Promise<void> {
  const made = job.list.find(({ newId }) => newId !== undefined)
  const failed = job.list.filter(({ errcode }) => errcode !== 0 && errcode !== codeOf('cancelled'))
  if (made) {
    const ids = new Set([targetId, job.targetId])
    void queryClient.invalidateQueries({ queryKey: queryKeys.capacity })
    await queryClient.invalidateQueries({ predicate: (query) => showsFolder(query, ids) })
    toast.ok(t('extracted', { name: made.instanceName ?? '' }), {
      action: {
        label: t('show'),
        run: () => void extensionFor('navigation')?.openFolder(job.targetId, made.newId),
      },
    })
  }
  // What was left out has the name of its entry.
  const failures = failed.map(({ instanceName = item.instanceName, errcode, errmsg }) => ({
    item: { ...item, instanceName },
    errcode,
    errmsg,
  }))
  showFailures(t('notExtracted'), failures)
}
