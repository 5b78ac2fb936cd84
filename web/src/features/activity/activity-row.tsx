import type { Activity } from '@clouddisk/contract/activity'
import type { ReactElement } from 'react'
import { formatFullDateTime } from '../../lib/format-date-time.ts'
import { language } from '../../lib/i18n.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { type ActivityFilter, type ActivitySubject, openItem } from './activity.ts'
import { groupVerbs, ownVerbs, t, verbs } from './strings.ts'

interface ActivityRowProps {
  entry: Activity
  subject: ActivitySubject
  onPerson: (person: NonNullable<ActivityFilter['person']>) => void
}

/** One entry: who did what with which items, and when. */
export function ActivityRow({ entry, subject, onPerson }: ActivityRowProps): ReactElement {
  const { kind, time, items, count } = entry
  const [first] = items
  const isOne = count === 1
  const facts = factsOf(entry)
  const isOwn = isOne && first !== undefined && isSubject(first, subject)
  const own = isOwn ? ownVerbOf(kind) : undefined
  const verb = own ?? verbOf(entry)
  // Chinese is written without gaps, except around names and numbers.
  const isOwnWord = language === 'zh-CN' && isOwn
  return (
    <li className="flex gap-2.5 px-5 py-2 text-secondary">
      <Avatar name={nameOf(entry)} size={28} />
      <div className="min-w-0 flex-1">
        <p className="break-words">
          <Person entry={entry} onPerson={onPerson} /> {verb}
          {verb.endsWith('：') || isOwnWord ? '' : ' '}
          {isOne
            ? first && !own && !WITHOUT_ITEM.has(kind) && <Item item={first} subject={subject} />
            : t('items', { count })}
        </p>
        {!isOne && (
          <ul className="text-fg-2">
            {items.map((item, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: items of one entry never change places
              <li key={at} className="truncate">
                <Item item={item} subject={subject} />
              </li>
            ))}
            {count > items.length && (
              <li className="text-mut">{t('others', { count: count - items.length })}</li>
            )}
          </ul>
        )}
        {facts.map((fact) => (
          <p key={fact} className="break-words text-fg-2">
            {fact}
          </p>
        ))}
        <time
          dateTime={time}
          title={formatFullDateTime(time)}
          className="tabular block text-caption text-mut"
        >
          {formatFullDateTime(time).slice(-5)}
        </time>
      </div>
    </li>
  )
}

/** Kinds whose words need no item. */
const WITHOUT_ITEM: ReadonlySet<Activity['kind']> = new Set([
  'version.limitsChanged',
  'group.changed',
  'member.changed',
])

function nameOf({ userRealName, userId, isVisitor }: Activity): string {
  if (userRealName === null) return t(isVisitor ? 'visitor' : 'system')
  return isVisitor && userId !== null ? t('byLink', { name: userRealName }) : userRealName
}

const isGroupVerb = (what: string | undefined): what is keyof typeof groupVerbs.table & string =>
  what !== undefined && what in groupVerbs.table

const verbOf = ({ kind, what }: Activity): string =>
  kind === 'group.changed' && isGroupVerb(what) ? groupVerbs(what) : verbs(kind)

const ownVerbOf = (kind: Activity['kind']): string | undefined =>
  kind in ownVerbs.table ? ownVerbs(kind as keyof typeof ownVerbs.table & string) : undefined

/** Lines below: from where to where, former and present names, versions. */
function factsOf({ kind, from, to, oldName, versionNo, items, count }: Activity): string[] {
  const place = (folder: Activity['from']) => folder?.instanceName ?? t('otherPlace')
  const now = count === 1 ? items[0]?.currentName : undefined
  return [
    kind === 'file.moved' ? t('fromTo', { from: place(from), to: place(to) }) : '',
    oldName === undefined ? '' : t('was', { name: oldName }),
    now === undefined ? '' : t('now', { name: now }),
    versionNo === undefined ? '' : t('version', { no: versionNo }),
  ].filter(Boolean)
}

/** Whether it is the item whose activity is shown. */
const isSubject = (
  { instanceId }: Activity['items'][number],
  subject: ActivitySubject,
): subject is Extract<ActivitySubject, { item: unknown }> =>
  'item' in subject && instanceId === subject.item.instanceId

const link = 'finger relative rounded-s text-left underline-offset-2 hover:underline'

/** Choosing a person shows what it did. */
function Person({ entry, onPerson }: Pick<ActivityRowProps, 'entry' | 'onPerson'>): ReactElement {
  const { userId, userRealName } = entry
  const name = nameOf(entry)
  if (userId === null || userRealName === null) return <span className="font-medium">{name}</span>
  return (
    <button
      type="button"
      title={t('onlyPerson', { name: userRealName })}
      onClick={() => onPerson({ userId, name: userRealName })}
      className={`${link} font-medium`}
    >
      {name}
    </button>
  )
}

function Item({
  item,
  subject,
}: {
  item: Activity['items'][number]
  subject: ActivitySubject
}): ReactElement | string {
  const { instanceId, instanceName, isThere } = item
  if (isSubject(item, subject)) return t(subject.item.classifierId === 'Folder' ? 'thisFolder' : 'thisFile')
  const name = instanceName || t('unnamed')
  if (!isThere || instanceId === null) return <span title={name}>{name}</span>
  return (
    <button
      type="button"
      title={t('openItem', { name })}
      onClick={() => {
        if ('onLeave' in subject) subject.onLeave()
        void openItem(instanceId)
      }}
      className={`${link} max-w-full text-accent-text [overflow-wrap:anywhere]`}
    >
      {name}
    </button>
  )
}
