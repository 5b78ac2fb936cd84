import { texts } from '../../lib/i18n.ts'

/** Words of what stands in the way of a new link. */
export const t = texts('linkOutcome', {
  sensitiveTitle: ['文件含有敏感内容', 'Sensitive content'],
  reviewText: [
    '以下文件须经管理员审批，外链才能打开。如只需给同事，可内部共享。',
    'An administrator has to approve these files before the link opens. For colleagues alone, share internally.',
  ],
  blockText: [
    '以下文件禁止外发，外链不会打开。请去除敏感内容，或与同事内部共享。',
    'These files may not leave the company, so the link wouldn’t open. Remove the content, or share with colleagues.',
  ],
  notPermittedTitle: ['不允许外发', 'External sharing isn’t permitted'],
  notPermittedText: [
    '你没有以下内容的外发权限。如只需给同事，可内部共享。',
    'You may not share these outside the company. For colleagues, share internally.',
  ],
  concerned: ['涉及的文件', 'Files concerned'],
  low: ['低', 'Low'],
  medium: ['中', 'Medium'],
  high: ['高', 'High'],
  block: ['禁止外发', 'Blocked'],
  review: ['须审批', 'Needs approval'],
  approval: ['外发审批流程', 'External approval'],
  shareInternally: ['内部共享', 'Share internally'],
  gotIt: ['知道了', 'Got it'],
  createForReview: ['创建并送审', 'Create and send to review'],
})
