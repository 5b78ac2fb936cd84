import type { ConfigGroup } from '@clouddisk/contract/business-config'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { errorMessage } from '../../../lib/api.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Loading } from '../../../ui/skeleton.tsx'
import { ConfigGroups } from './config-groups.tsx'
import { businessConfigQuery } from './data.ts'
import { t } from './strings.ts'

interface GroupPanelProps {
  intro: string
  groups: readonly ConfigGroup[]
  /** Values of other groups that belong here too. */
  codes?: readonly string[]
  change: boolean
}

/** The values of some groups that can be changed, in the order of the groups. */
export function GroupPanel({ intro, groups, codes = [], change }: GroupPanelProps): ReactElement {
  const { data, error, refetch, isFetching } = useQuery(businessConfigQuery)
  if (data) {
    const open = data.list.filter(({ fixed }) => !fixed)
    const items = open.filter(({ group, code }) => groups.includes(group) || codes.includes(code))
    return (
      <div className="max-w-220">
        <p className="py-4 text-secondary text-fg-2">{intro}</p>
        <ConfigGroups items={items} change={change} />
      </div>
    )
  }
  return error ? (
    <ErrorState
      title={t('notLoaded')}
      text={errorMessage(error)}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  ) : (
    <Loading />
  )
}

export const FileManagement = ({ change }: { change: boolean }): ReactElement => (
  <GroupPanel
    intro={t('filesIntro')}
    groups={['fileRules', 'files', 'retention', 'spaces']}
    codes={['fileBytesMax', 'batchBytesMax', 'emptyFiles']}
    change={change}
  />
)

export const SignInOptions = ({ change }: { change: boolean }): ReactElement => (
  <GroupPanel intro={t('signInIntro')} groups={['signIn']} change={change} />
)
