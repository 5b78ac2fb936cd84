import type { ConfigGroup, ConfigItem } from '@clouddisk/contract/business-config'
import { type ReactElement, useId } from 'react'
import { ConfigRow } from './config-row.tsx'
import { t } from './strings.ts'

/** Values under the headings of their groups. */
export function ConfigGroups({
  items,
  change,
}: {
  items: readonly ConfigItem[]
  change: boolean
}): ReactElement {
  const groups = [...Map.groupBy(items, ({ group }) => group)]
  return (
    <div className="space-y-4">
      {groups.map(([group, rows]) => (
        <Group key={group} group={group} items={rows} change={change} />
      ))}
    </div>
  )
}

interface GroupProps {
  group: ConfigGroup
  items: readonly ConfigItem[]
  change: boolean
}

function Group({ group, items, change }: GroupProps): ReactElement {
  const title = useId()
  return (
    <section
      aria-labelledby={title}
      className="rounded-l border border-line bg-bg px-5 pt-4 pb-2 max-md:px-4"
    >
      <h2 id={title} className="pb-1 text-section font-semibold">
        {t(group === 'search' ? 'searchGroup' : group)}
      </h2>
      <ul>
        {items.map((item) => (
          <ConfigRow key={item.code} item={item} change={change} />
        ))}
      </ul>
    </section>
  )
}
