import type { DesktopMessage } from '@clouddisk/contract/desktop'
import type { Language } from '@clouddisk/contract/errors'
import type { Notice } from '../system/notifier.ts'
import { say } from './strings.ts'

/** What is worth a notification of the system: transfers together once all have ended, not one by one. */

export interface AnnouncementOptions {
  readonly language: Language
  /** Whether transfers run or wait. */
  readonly isBusy: () => boolean
  readonly show: (notice: Notice) => void
}

export class Announcements {
  readonly #options: AnnouncementOptions
  #finished = 0
  #failed = 0

  constructor(options: AnnouncementOptions) {
    this.#options = options
  }

  follow(message: DesktopMessage): void {
    const { language, show } = this.#options
    if (message.myType === 'jobFinish') this.#count(message.isFinish, message.msg)
    else if (message.myType === 'listChanged') this.#showEnded()
    else if (message.myType === 'signInExpired')
      show({ title: say('expiredTitle', language), text: say('expiredText', language) })
    else if (message.myType === 'localSyncFinish') this.#showSync(message.task)
  }

  #count(isFinish: boolean, msg: string | null): void {
    if (isFinish) this.#finished += 1
    else if (msg !== 'jobPause') this.#failed += 1
  }

  #showEnded(): void {
    const { language, isBusy, show } = this.#options
    const [count, failed] = [this.#finished, this.#failed]
    if (count + failed === 0 || isBusy()) return
    this.#finished = 0
    this.#failed = 0
    show({
      title: say(failed > 0 ? 'failedTitle' : 'finishedTitle', language),
      text: say(failed > 0 ? 'failedText' : 'finishedText', language, { count, failed }),
      path: '/disk/clientTransList',
    })
  }

  #showSync({
    folderName,
    errmsg,
    report,
  }: Extract<DesktopMessage, { myType: 'localSyncFinish' }>['task']): void {
    const { language, show } = this.#options
    show({
      title: say('syncTitle', language, { folder: folderName }),
      text: errmsg ?? say('syncText', language, { count: report?.uploaded ?? 0 }),
      path: '/disk/localSyncPage',
    })
  }
}
