import type { User } from '@clouddisk/contract/accounts'
import { type Acknowledgement, acknowledge } from '@clouddisk/contract/policies'
import { useQuery } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { type ReactElement, type ReactNode, useEffect, useState } from 'react'
import { call, errorMessage } from '../../lib/api.ts'
import { formatFullDateTime } from '../../lib/format-date-time.ts'
import { language } from '../../lib/i18n.ts'
import { signOut } from '../../lib/sign-out.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { MarkdownArticle } from '../../ui/markdown/markdown-article.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { withErrorMessage } from '../../ui/with-error-message.ts'
import { noticeQuery, policyQuery } from './data.ts'
import { NoticeText } from './notice-text.tsx'
import { shownNotice } from './shown-notice.ts'
import { t } from './strings.ts'

export interface WelcomeProps {
  user: User
  /** What is left after an answer. */
  onAnswered: (left: Acknowledgement[]) => void
}

/** What a person has to agree to, and then to read, before anything else (R12, R36): one question at a time. */
export function Welcome({ user, onAnswered }: WelcomeProps): ReactElement | undefined {
  const [asked] = user.toAcknowledge
  const [shown, setShown] = useState(asked)
  // The question stays on the screen while its dialog closes.
  if (asked && asked !== shown) setShown(asked)
  const answer = async (to: Acknowledgement) => {
    await withErrorMessage(t('notKept'), async () => {
      const left = await call(acknowledge, { kind: to.kind, version: to.version })
      if (to.kind === 'usageRules') writeStored(AGREED, agreementOf(user, to))
      onAnswered(left)
    })
  }
  const isAgreed = asked?.kind === 'usageRules' && readStored(AGREED) === agreementOf(user, asked)
  // The server does not know of it any more, for example after a restore.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each version
  useEffect(() => {
    if (isAgreed && asked) void answer(asked)
  }, [isAgreed, asked?.version])
  const open = asked !== undefined && !isAgreed
  if (shown?.kind === 'usageRules')
    return <UsageRules key={shown.version} open={open} asked={shown} onAgree={() => answer(shown)} />
  return shown && <UnreadNotice key={shown.version} open={open} asked={shown} onRead={() => answer(shown)} />
}

/** In this browser, what was agreed to last, and by whom (R253). After a restore other rules may have the same number. */
const AGREED = 'clouddisk.agreement'
const agreementOf = ({ userId }: User, { version, publishTime }: Acknowledgement): string =>
  `${userId} ${version} ${publishTime}`

interface QuestionProps {
  open: boolean
  asked: Acknowledgement
}

function UsageRules({
  open,
  asked,
  onAgree,
}: QuestionProps & { onAgree: () => Promise<void> }): ReactElement {
  const query = useQuery(policyQuery('usageRules', language, asked.version))
  const { data } = query
  return (
    <Question
      open={open}
      title={t('rulesTitle')}
      description={
        data && (
          <>
            {asked.version > 1 && `${t('rulesChanged')} `}
            <span className="inline-block">{versionText(data.version, data.publishTime)}</span>
          </>
        )
      }
      query={query}
      answer={t('agree')}
      onAnswer={onAgree}
      footerStart={
        <Button variant="quiet" icon={LogOut} onClick={() => void signOut()}>
          {t('signOut')}
        </Button>
      }
    >
      {data && <MarkdownArticle text={data.text} className="compact" />}
    </Question>
  )
}

const versionText = (version: number, publishTime: string): string =>
  t('version', { version, time: formatFullDateTime(publishTime) })

function UnreadNotice({
  open,
  asked,
  onRead,
}: QuestionProps & { onRead: () => Promise<void> }): ReactElement {
  const query = useQuery(noticeQuery(asked.version))
  const { data } = query
  return (
    <Question
      open={open}
      title={data ? shownNotice(data).title : t('publicNotice')}
      description={data && t('published', { time: formatFullDateTime(data.publishTime) })}
      query={query}
      answer={t('gotIt')}
      onAnswer={onRead}
    >
      {data && <NoticeText notice={data} />}
    </Question>
  )
}

interface QuestionDialogProps {
  open: boolean
  title: string
  description: ReactNode
  query: { data: unknown; error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> }
  /** The button that answers. */
  answer: string
  onAnswer: () => Promise<void>
  footerStart?: ReactNode
  children: ReactNode
}

/** A text that is answered by its button alone. */
function Question(props: QuestionDialogProps): ReactElement {
  const { open, title, description, query, answer, onAnswer, footerStart, children } = props
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    await onAnswer()
    setBusy(false)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={() => undefined}
      required
      aboveAll
      flush
      width={640}
      title={title}
      description={description}
      footerStart={footerStart}
      footer={
        query.data !== undefined && (
          <Button variant="primary" busy={busy} onClick={() => void send()}>
            {answer}
          </Button>
        )
      }
    >
      {query.data === undefined && query.error ? (
        <ErrorState
          title={t('failed')}
          text={errorMessage(query.error)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : query.data === undefined ? (
        <Loading />
      ) : (
        <section
          aria-label={title}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling areas must be reachable by keyboard
          tabIndex={0}
          data-autofocus
          className="px-6 pt-1 pb-5 focus-visible:-outline-offset-2"
        >
          {children}
        </section>
      )}
    </Dialog>
  )
}
