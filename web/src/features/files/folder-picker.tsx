import { nameKey } from '@clouddisk/contract/names'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, FolderPlus, MapPin } from 'lucide-react'
import { type ReactElement, type Ref, useEffect, useMemo, useRef, useState } from 'react'
import { errorMessage } from '../../lib/api.ts'
import type { FolderPickerMode, FolderPickerRequest, FolderTarget } from '../../lib/extension-points.ts'
import { limits } from '../../lib/limits.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { Tree, type TreeHandle } from '../../ui/tree.tsx'
import { createFolderIn } from './create-folder.ts'
import { FolderPickerMatches } from './folder-picker-matches.tsx'
import { t } from './folder-picker-strings.ts'
import {
  childNodes,
  type FolderNode,
  findFolderNode,
  groupsNode,
  isVirtualNode,
  rootQuery,
  SHARES_ID,
  sharesNode,
} from './folder-picker-tree.ts'
import { InlineName } from './inline-name.tsx'
import { freeFolderName, newFolderProblem } from './name-rules.ts'
import { t as files } from './strings.ts'

const TEXTS: Record<FolderPickerMode, { title: string; confirm: string }> = {
  move: { title: t('moveTitle'), confirm: t('moveHere') },
  copy: { title: t('copyTitle'), confirm: t('copyHereButton') },
  restore: { title: t('restoreTitle'), confirm: t('restoreHere') },
  recycleMove: { title: t('restoreTitle'), confirm: t('restoreHere') },
  save: { title: t('saveTitle'), confirm: t('saveHere') },
  import: { title: t('importTitle'), confirm: t('chooseHere') },
  choosePath: { title: t('chooseTitle'), confirm: t('chooseHere') },
  localSync: { title: t('chooseTitle'), confirm: t('chooseHere') },
}

const LAST_KEY = 'clouddisk.files.lastPlace'

export interface FolderPickerProps {
  question: FolderPickerRequest
  onAnswer: (target: FolderTarget | undefined) => void
}

/** The folder picker (A§2): a lazily loaded folder tree in which folders can be created. */
export function FolderPicker({ question, onAnswer }: FolderPickerProps): ReactElement {
  const root = useQuery(rootQuery)
  const roots = useMemo(() => root.data && rootsFor(question, root.data), [question, root.data])
  const start = useStart(question, roots)
  const ready = roots && start !== undefined
  if (ready) return <Chooser question={question} roots={roots} start={start} onAnswer={onAnswer} />
  const { title } = TEXTS[question.mode]
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onAnswer(undefined)}
      title={title}
      description={question.subject}
    >
      <div className="h-[392px]">
        {root.error ? (
          <ErrorState
            text={errorMessage(root.error)}
            onRetry={() => void root.refetch()}
            retrying={root.isFetching}
          />
        ) : (
          <Loading />
        )}
      </div>
    </Dialog>
  )
}

/** The picker's roots; for a move or copy with groups and received folders (A§2). */
function rootsFor({ mode, within }: FolderPickerRequest, own: FolderNode): readonly FolderNode[] {
  if (within) return [{ ...within, isParent: true, path: [within] }]
  if (mode === 'import' || mode === 'localSync') return [own, groupsNode()]
  return mode === 'move' || mode === 'copy' ? [own, groupsNode(), sharesNode()] : [own]
}

/** The last picked folder if it can be picked now; null if not, undefined while loading. */
function useStart(
  { without = [], from }: FolderPickerRequest,
  roots: readonly FolderNode[] | undefined,
): FolderNode | null | undefined {
  const [start, setStart] = useState<FolderNode | null>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per question
  useEffect(() => {
    if (!roots) return
    const last = readStored(LAST_KEY)
    if (!last) return setStart(null)
    let over = false
    void findFolderNode(last).then((place) => {
      const known = roots.some(({ id }) => id === place?.path[0]?.id)
      const usable = place && known && place.id !== from && !place.path.some(({ id }) => without.includes(id))
      if (!over) setStart(usable ? place : null)
    })
    return () => {
      over = true
    }
  }, [roots])
  return start
}

interface ChooserProps extends FolderPickerProps {
  roots: readonly FolderNode[]
  start: FolderNode | null
}

function Chooser({ question, roots, start, onAnswer }: ChooserProps): ReactElement {
  const { mode, subject, without = [], from, near = [] } = question
  const [chosen, setChosen] = useState<FolderNode | undefined>(
    // Of a visitor's files, who may never have picked a folder.
    start ?? (mode === 'save' ? roots[0] : undefined),
  )
  const [tried, setTried] = useState(false)
  const [keyword, setKeyword] = useState('')
  const known = useRef(new Map<string, FolderNode>(roots.map((root) => [root.id, root]))).current
  const tree = useRef<TreeHandle>(null)
  const adding = useNewFolder(chosen, known, tree, setChosen)
  const load = async (node: FolderNode) => {
    const children = await childNodes(node, without)
    for (const child of children) known.set(child.id, child)
    return children
  }
  const same = chosen !== undefined && chosen.id === from && mode === 'move'
  const blocked = same ? t('sameFolder') : adding.naming ? t('newFolderFirst') : undefined
  const missing = tried && !chosen
  const confirm = () => {
    setTried(true)
    if (!chosen || blocked) return
    writeStored(LAST_KEY, chosen.id)
    onAnswer({
      instanceId: chosen.id,
      instanceName: chosen.name,
      path: chosen.path.map(({ name }) => name),
      ...(chosen.fileSharingId !== undefined && { fileSharingId: chosen.fileSharingId }),
    })
  }
  const { title, confirm: verb } = TEXTS[mode]
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onAnswer(undefined)}
      title={title}
      description={subject}
      footerStart={
        <Button
          variant="bare"
          icon={FolderPlus}
          onClick={() => {
            setTried(true)
            setKeyword('')
            adding.begin()
          }}
          className="-ml-3"
        >
          {files('newFolder')}
        </Button>
      }
      footer={
        <>
          <Button onClick={() => onAnswer(undefined)}>{files('cancel')}</Button>
          <Button variant="primary" onClick={confirm} disabledReason={blocked}>
            {verb}
          </Button>
        </>
      }
    >
      <SearchField
        label={t('searchFolders')}
        value={keyword}
        onChange={(typed) => {
          setKeyword(typed)
          // Search results replace the tree, with a name being typed.
          adding.cancel()
        }}
      />
      <div className="-mx-2 mt-2 h-[332px] overflow-y-auto max-md:h-[calc(100dvh-270px)]" data-autoscroll>
        {keyword.trim() && (
          <FolderPickerMatches
            keyword={keyword.trim()}
            question={question}
            chosen={chosen?.id}
            onChoose={setChosen}
          />
        )}
        <Tree
          ref={tree}
          label={t('folders')}
          roots={roots}
          loadChildren={load}
          selected={chosen?.id}
          onSelect={(node) => setChosen(isVirtualNode(node.id) ? undefined : node)}
          initiallyExpanded={openAtFirst(roots, start, near)}
          icon={() => <FileIcon folder size={22} />}
          extra={adding.row}
          className={keyword.trim() ? 'hidden' : undefined}
        />
      </div>
      <Destination chosen={chosen} problem={blocked ?? (missing ? t('selectDestination') : undefined)} />
    </Dialog>
  )
}

/** Expands to the last picked folder, or to the items' folder; otherwise selects the first root. */
function openAtFirst(
  roots: readonly FolderNode[],
  start: FolderNode | null,
  near: readonly string[],
): readonly string[] {
  if (start) return start.path.slice(0, -1).map(({ id }) => id)
  const has = (root: string | undefined) => roots.some(({ id }) => id === root)
  if (has(near[0])) return near
  // A path that starts at no root is in a received folder.
  return near[0] && has(SHARES_ID) ? [SHARES_ID, ...near] : roots.slice(0, 1).map(({ id }) => id)
}

function Destination(props: { chosen: FolderNode | undefined; problem: string | undefined }): ReactElement {
  const { chosen, problem } = props
  if (problem) {
    return (
      <p
        role="alert"
        className="mt-3 flex items-center gap-2 rounded-m bg-warn-soft px-3 py-2 text-caption text-warn"
      >
        <CircleAlert size={14} aria-hidden />
        {problem}
      </p>
    )
  }
  const path = chosen?.path.map(({ name }) => name).join(' / ')
  return (
    <p
      aria-live="polite"
      className="mt-3 flex items-center gap-2 rounded-m bg-field px-3 py-2 text-caption text-fg-2"
    >
      <MapPin size={14} aria-hidden className="text-mut" />
      <span className="truncate" title={path}>
        {path ? t('destination', { path }) : t('selectDestination')}
      </span>
    </p>
  )
}

/** The node of a new folder: shown after 300 ms below the selected one; one at a time (R122). */
function useNewFolder(
  chosen: FolderNode | undefined,
  known: Map<string, FolderNode>,
  tree: React.RefObject<TreeHandle | null>,
  onCreated: (node: FolderNode) => void,
) {
  const [parent, setParent] = useState<FolderNode>()
  const [state, setState] = useState<{ text: string; refused?: string; busy?: boolean }>()
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const namesIn = (id: string | undefined) =>
    new Set(
      [...known.values()].filter((node) => node.path.at(-2)?.id === id).map((node) => nameKey(node.name)),
    )
  const siblings = namesIn(parent?.id)
  const end = () => {
    clearTimeout(timer.current)
    setParent(undefined)
    setState(undefined)
  }
  const begin = () => {
    if (parent) {
      for (const { id } of parent.path.slice(0, -1)) tree.current?.expand(id)
      field.current?.focus()
    }
    if (!chosen || parent) return
    if (chosen.isParent) tree.current?.expand(chosen.id)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      setParent(chosen)
      setState({ text: freeFolderName(namesIn(chosen.id)) })
    }, limits().newFolderNodeMs)
  }
  const submit = async (name: string) => {
    if (!parent) return
    setState({ text: name, busy: true })
    try {
      const { instanceId: id, instanceName } = await createFolderIn(parent.id, name, parent.fileSharingId)
      const node = {
        id,
        name: instanceName,
        isParent: false,
        path: [...parent.path, { id, name: instanceName }],
        fileSharingId: parent.fileSharingId,
      }
      end()
      await tree.current?.reload(parent.id)
      onCreated(node)
    } catch (error) {
      setState({ text: name, refused: errorMessage(error) })
    }
  }
  const row = parent &&
    state && {
      under: parent.id,
      render: (level: number) => (
        <NewFolderRow
          level={level}
          state={state}
          siblings={siblings}
          field={field}
          onSubmit={submit}
          onCancel={end}
        />
      ),
    }
  return { begin, cancel: end, naming: row !== undefined, row }
}

function NewFolderRow(props: {
  level: number
  state: { text: string; refused?: string; busy?: boolean }
  siblings: ReadonlySet<string>
  field: Ref<HTMLInputElement>
  onSubmit: (name: string) => Promise<void>
  onCancel: () => void
}): ReactElement {
  const { level, state, siblings, onSubmit, onCancel } = props
  return (
    <div className="flex h-10 items-center gap-2.5 pr-2" style={{ paddingLeft: level * 20 + 36 }}>
      <FileIcon folder size={22} />
      <InlineName
        key={`${state.refused ?? ''} ${state.busy ?? ''}`}
        initial={state.text}
        isFolder
        label={files('newFolderName')}
        problem={(name) => newFolderProblem(name, siblings)}
        refused={state.refused}
        busy={state.busy}
        onSubmit={(name) => void onSubmit(name)}
        onCancel={onCancel}
        buttons="behind"
        ref={props.field}
      />
    </div>
  )
}
