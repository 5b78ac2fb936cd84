import { checkDownload } from '@clouddisk/client/downloads/check'
import { readEnvelope } from '@clouddisk/client/http/envelope'
import type { DownloadItem } from '@clouddisk/contract/downloads'
import { LIMITS } from '@clouddisk/contract/limits'
import { openInFrame } from '../lib/download-frame.ts'
import { withoutErrorCode } from '../lib/error-message.ts'
import { host } from '../lib/host.ts'
import { limits } from '../lib/limits.ts'
import { queryClient } from '../lib/query-client.ts'
import { ask, confirm } from '../ui/confirm.tsx'
import { toast } from '../ui/toast.tsx'
import { archiveUrlOf, checkAgain, configQuery, downloadUrlOf, reasonOf } from './calls.ts'
import { archiveQuestion, planDownload } from './download-plan.ts'
import type { Downloadable } from './downloadable.ts'
import { stateByError } from './link-state.ts'
import { t } from './strings.ts'

/** Checks what was chosen, asks where the rules want it (A§5, C7, C8), and hands it to the browser. Shows its own errors. */
export async function startDownload(chosen: readonly Downloadable[]): Promise<void> {
  try {
    await download(chosen)
  } catch (error) {
    toast.error(reasonOf(error))
    // The whole page says what became of the link.
    if (stateByError(error)) void checkAgain()
  }
}

async function download(chosen: readonly Downloadable[]): Promise<void> {
  const config = await queryClient.ensureQueryData(configQuery).catch(() => undefined)
  const zip = config?.archiveDownload ?? true
  const rules = limits()
  const plan = planDownload(
    checkDownload(chosen.map(asItem), { limits: rules, publicPage: true, shared: true, archive: zip }),
    zip,
  )
  if (plan.kind === 'refused') return void (await ask(plan.question))
  if (plan.kind === 'files') {
    if (!plan.question || (await confirm(plan.question))) await openOneByOne(plan.files)
    return
  }
  const { url, ...extent } = await archiveUrlOf(plan.items.map(({ instanceId }) => instanceId))
  const question = archiveQuestion(plan, extent, rules.publicFilesPrompt)
  if (!question || (await confirm(question))) open(url)
}

const asItem = ({ instanceId, instanceName, classifierId, fileSize }: Downloadable): DownloadItem => ({
  instanceId,
  instanceName,
  classifierId,
  fileSize,
  folderPath: '',
})

/** Browsers drop downloads that follow each other too fast. */
async function openOneByOne(files: readonly DownloadItem[]): Promise<void> {
  for (const [index, { instanceId }] of files.entries()) {
    if (index > 0) await new Promise((resolve) => setTimeout(resolve, LIMITS.debounceMs))
    open(await downloadUrlOf(instanceId))
  }
}

/**
 * The frame stays for ten minutes (A§7), and says why if there is no download. In the desktop client a new window opens
 * instead (R206).
 */
function open(url: string): void {
  if (host()) return void window.open(url, '_blank', 'noopener')
  const close = openInFrame(url, (shown) => {
    const message = withoutErrorCode(readEnvelope(shown)?.errmsg ?? '')
    toast.error(message || t('networkError'))
  })
  setTimeout(close, LIMITS.downloadFrameMs)
}
