import { ApiError } from '@clouddisk/client/http/errors'
import type { SensitiveFile } from '@clouddisk/contract/dlp'
import { codeOf } from '@clouddisk/contract/errors'
import type { ItemFailure } from '../../lib/batches.ts'
import { copyText } from '../../lib/copy-text.ts'
import { errorMessage, withoutErrorCode } from '../../lib/error-message.ts'
import { extensionFor } from '../../lib/extension-points.ts'
import { texts } from '../../lib/i18n.ts'
import { ask } from '../confirm.tsx'
import type { ToastOptions } from '../overlay-props.ts'
import { toast } from '../toast.tsx'

/** Messages about failed items and calls. */

const t = texts('failures', {
  one: ['“{{name}}”{{what}}：{{reason}}', '{{what}} {{name}}: {{reason}}'],
  some: ['{{count}} 项{{what}}', { one: '{{what}} {{count}} item', other: '{{what}} {{count}} items' }],
  more: ['另有 {{count}} 项', { one: 'and {{count}} more', other: 'and {{count}} more' }],
  whole: ['{{what}}：{{reason}}', '{{what}}: {{reason}}'],
  sensitiveTitle: ['命中安全规则，已被拦截', 'Blocked by a security rule'],
  sensitiveTexts: ['请联系管理员处理这些内容。', 'Ask your administrator about this content.'],
  sensitiveText: [
    '{{what}}：以下文件含有敏感内容。请去除敏感内容后重试，或联系管理员。',
    '{{what}}: these files have sensitive content. Remove it and try again, or ask your administrator.',
  ],
  low: ['低敏感', 'low'],
  medium: ['中敏感', 'medium'],
  high: ['高敏感', 'high'],
  why: ['为什么？', 'Why?'],
  gotIt: ['知道了', 'Got it'],
  details: ['详情', 'Details'],
  code: ['错误码', 'Error code'],
  trace: ['追踪编号', 'Trace ID'],
  copy: ['复制', 'Copy'],
  copied: ['已复制', 'Copied'],
  close: ['关闭', 'Close'],
})

/** Maximum number of listed items. */
const SHOWN = 50

/**
 * Shows a toast for one failure, a dialog for several, and always a dialog for items blocked by a security
 * rule (R229).
 * @param what the failed operation, such as "Couldn’t move".
 */
export function showFailures(what: string, failures: readonly ItemFailure[]): void {
  const [first] = failures
  if (!first) return
  const sensitive = failures.filter((one) => one.errcode === codeOf('sensitive_content'))
  if (sensitive.length > 0) showList(t('sensitiveTitle'), linesOf(sensitive), t('sensitiveTexts'))
  else if (failures.length > 1) showList(t('some', { count: failures.length, what }), linesOf(failures))
  else {
    const why = first.errcode === codeOf('not_permitted') ? extensionFor('privileges') : undefined
    const text = t('one', { name: first.item.instanceName, what, reason: withoutErrorCode(first.errmsg) })
    toast.error(text, {
      action: why
        ? { label: t('why'), run: () => why.explain(first.item) }
        : detailsOf(text, { code: first.errcode, traceId: null }),
    })
  }
}

/** Shows that a call failed as a whole. */
export function showError(what: string, error: unknown): void {
  if (error instanceof ApiError && error.name === 'sensitive_content') {
    showList(t('sensitiveTitle'), sensitiveLines(error), t('sensitiveText', { what }))
  } else {
    const text = t('whole', { what, reason: errorMessage(error) })
    toast.error(text, error instanceof ApiError ? { action: detailsOf(text, error) } : {})
  }
}

/** An action that shows error code and trace id, for support; they are not part of the message. */
function detailsOf(
  title: string,
  { code, traceId }: Pick<ApiError, 'code' | 'traceId'>,
): ToastOptions['action'] {
  const lines = [
    { label: t('code'), value: String(code) },
    ...(traceId ? [{ label: t('trace'), value: traceId }] : []),
  ]
  const show = async () => {
    const answer = await ask({
      type: 'error',
      title,
      list: lines,
      confirmText: t('copy'),
      cancelText: t('close'),
    })
    if (answer !== 'confirm') return
    const text = lines.map(({ label, value }) => `${label} ${value}`).join('\n')
    if (await copyText(text)) toast.ok(t('copied'))
  }
  return { label: t('details'), run: () => void show() }
}

interface Line {
  readonly label: string
  readonly value?: string
}

/** Of 110008: which file meets which rule. */
function sensitiveLines({ details }: ApiError): readonly Line[] {
  const list = Array.isArray(details.list) ? (details.list as readonly SensitiveFile[]) : []
  return list.map(({ name, rule, level }) => ({ label: name, value: `${rule} · ${t(level)}` }))
}

const linesOf = (failures: readonly ItemFailure[]): readonly Line[] => [
  ...failures
    .slice(0, SHOWN)
    .map((one) => ({ label: one.item.instanceName, value: withoutErrorCode(one.errmsg) })),
  ...(failures.length > SHOWN ? [{ label: t('more', { count: failures.length - SHOWN }) }] : []),
]

function showList(title: string, list: readonly Line[], text?: string): void {
  void ask({ type: 'error', title, text, list, confirmText: t('gotIt'), cancelText: null })
}
