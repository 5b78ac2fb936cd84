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
    '不能为以下内容创建外链。如只需给同事，可内部共享。',
    'These can’t have an external link. For colleagues, share internally.',
  ],
  notSharedText: ['不能为以下内容创建外链。', 'These can’t have an external link.'],
  permission: ['你没有共享权限。请联系所有者。', 'You don’t have permission to share it. Ask the owner.'],
  root: [
    '不能共享根目录。请选择其中的文件或文件夹。',
    'The top folder can’t be shared. Choose an item in it.',
  ],
  classification: [
    '密级为“{{level}}”，不能外发。',
    'It is classified as {{level}} and stays inside the company.',
  ],
  outbound: [
    '你没有外发权限。请申请外发权限。',
    'You may not share outside the company. Ask for permission.',
  ],
  concerned: ['涉及的文件', 'Files concerned'],
  ruleOfLevel: ['{{rule}}（{{level}}）', '{{rule}} ({{level}})'],
  low: ['低', 'Low'],
  medium: ['中', 'Medium'],
  high: ['高', 'High'],
  block: ['禁止外发', 'Blocked'],
  review: ['须审批', 'Needs approval'],
  approval: ['外发审批流程', 'External approval'],
  shareInternally: ['内部共享', 'Share internally'],
  cancel: ['取消', 'Cancel'],
  gotIt: ['知道了', 'Got it'],
  createForReview: ['创建并送审', 'Create and send to review'],
})
