import { asyncDataLoaderFeature, hotkeysCoreFeature, type ItemInstance } from '@headless-tree/core'
import { useTree } from '@headless-tree/react'
import { clsx } from 'clsx'
import { Check, ChevronRight } from 'lucide-react'
import {
  Fragment,
  type ReactElement,
  type ReactNode,
  type Ref,
  useId,
  useImperativeHandle,
  useState,
} from 'react'
import { CheckboxMark } from './checkbox.tsx'
import { Spinner } from './spinner.tsx'
import { t } from './strings.ts'

export interface TreeNode {
  readonly id: string
  readonly name: string
  /** Whether it may be expanded. */
  readonly isParent: boolean
}

export interface TreeHandle {
  /** Reloads the children of a node and expands it. */
  reload: (id: string) => Promise<void>
  expand: (id: string) => void
  /** Expands these from the top down, reloading the children of each. */
  unfold: (ids: readonly string[]) => Promise<void>
  /** Reloads the roots and the children of every expanded node, which stay expanded. */
  refresh: () => Promise<void>
}

export interface TreeProps<N extends TreeNode> {
  label: string
  roots: readonly N[] | (() => Promise<readonly N[]>)
  /** Called once per expanded node; an error is shown in place of the children, with a retry. */
  loadChildren: (node: N) => Promise<readonly N[]>
  selected: string | undefined
  onSelect: (node: N) => void
  /** Initially expanded nodes, including their parents. */
  initiallyExpanded?: readonly string[] | undefined
  icon?: ((node: N, expanded: boolean) => ReactNode) | undefined
  /** Opens a node's context menu. */
  onMenu?: ((node: N, anchor: Element | { x: number; y: number }) => void) | undefined
  /** `tick`: the selected node is a choice; `place`: the page shows it. */
  selectedLook?: 'tick' | 'place' | undefined
  /** At the right end of a row, such as a count. */
  aside?: ((node: N) => ReactNode) | undefined
  /** Checkboxes besides the selection; Space toggles them. */
  ticks?: TreeTicks<N> | undefined
  /** An extra row under a node, such as a new folder's name. `level` counts from 0. */
  extra?: { readonly under: string; readonly render: (level: number) => ReactNode } | undefined
  ref?: Ref<TreeHandle>
  className?: string | undefined
}

export interface TreeTicks<N extends TreeNode> {
  /** `blocked`: it cannot be ticked; `aside` says why. */
  readonly of: (node: N) => boolean | 'mixed' | 'blocked'
  readonly toggle: (node: N) => void
}

/** Id of the invisible root. */
const TOP = '\u0000top'
const INDENT = 20

/** A tree that loads branches on expansion: arrows move, → and ← expand and collapse, Enter selects. */
export function Tree<N extends TreeNode>(props: TreeProps<N>): ReactElement {
  const { label, roots, loadChildren, selected, onSelect, initiallyExpanded = [], extra, className } = props
  const [failed, setFailed] = useState<ReadonlyMap<string, unknown>>(new Map())
  const fail = (id: string, error: unknown) =>
    setFailed(
      (now) => new Map(error === undefined ? [...now].filter(([key]) => key !== id) : [...now, [id, error]]),
    )
  const nodes = useState(() => new Map<string, N>())[0]
  const childrenOf = async (id: string) => {
    const node = nodes.get(id)
    const top = typeof roots === 'function' ? roots : () => roots
    const list = id === TOP ? await top() : node ? await loadChildren(node) : []
    for (const one of list) nodes.set(one.id, one)
    return list.map((data) => ({ id: data.id, data }))
  }
  const tree = useTree<N | undefined>({
    rootItemId: TOP,
    ignoreHotkeysOnInputs: true,
    getItemName: (item) => item.getItemData()?.name ?? '',
    isItemFolder: (item) => item.getItemData()?.isParent ?? true,
    onPrimaryAction: (item) => {
      const node = item.getItemData()
      if (node) onSelect(node)
    },
    initialState: { expandedItems: [...initiallyExpanded] },
    dataLoader: {
      getItem: (id) => nodes.get(id),
      getChildrenWithData: async (id) => {
        try {
          const list = await childrenOf(id)
          fail(id, undefined)
          return list
        } catch (error) {
          fail(id, error)
          return []
        }
      },
    },
    features: [asyncDataLoaderFeature, hotkeysCoreFeature],
  })
  const reload = async (id: string) => {
    const item = tree.getItemInstance(id)
    const node = nodes.get(id)
    // It may have just got its first child.
    if (node && !node.isParent) {
      nodes.set(id, { ...node, isParent: true })
      item.updateCachedData({ ...node, isParent: true })
    }
    await item.invalidateChildrenIds(true)
    if (!item.isExpanded()) item.expand()
  }
  useImperativeHandle(props.ref, () => ({
    reload,
    unfold: async (ids) => {
      for (const id of ids) if (nodes.has(id)) await reload(id)
    },
    expand: (id) => tree.getItemInstance(id).expand(),
    refresh: async () => {
      const open = tree.getItems().filter((item) => item.isExpanded() && item.getItemData()?.isParent)
      await tree.getItemInstance(TOP).invalidateChildrenIds(true)
      await Promise.all(open.map((item) => item.invalidateChildrenIds(true)))
    },
  }))
  const retry = (item: ItemInstance<N | undefined>) => void item.invalidateChildrenIds()
  return (
    <div {...tree.getContainerProps(label)} className={clsx('flex flex-col outline-none', className)}>
      {tree.getItems().map((item) => {
        const level = item.getItemMeta().level
        const node = item.getItemData()
        if (!node) return null
        return (
          <Fragment key={item.getKey()}>
            <Branch
              item={item}
              node={node}
              level={level}
              selected={selected === node.id}
              onSelect={onSelect}
              icon={props.icon}
              onMenu={props.onMenu}
              selectedLook={props.selectedLook}
              aside={props.aside}
              ticks={props.ticks}
            />
            {extra?.under === node.id && <Leaf level={level + 1}>{extra.render(level + 1)}</Leaf>}
            {failed.has(node.id) && item.isExpanded() && (
              <Leaf level={level + 1}>
                <button
                  type="button"
                  onClick={() => retry(item)}
                  style={{ paddingLeft: (level + 1) * INDENT + 30 }}
                  className="h-9 text-left text-caption text-danger underline-offset-2 hover:underline"
                >
                  {t('errorTitle')} · {t('retry')}
                </button>
              </Leaf>
            )}
          </Fragment>
        )
      })}
    </div>
  )
}

/** A row that is not a node: a name field or an error. */
const Leaf = ({ level, children }: { level: number; children: ReactNode }) => (
  <div role="treeitem" aria-level={level + 1} aria-selected={false} tabIndex={-1} className="outline-none">
    {children}
  </div>
)

interface BranchProps<N extends TreeNode>
  extends Pick<TreeProps<N>, 'onSelect' | 'icon' | 'aside' | 'ticks' | 'onMenu' | 'selectedLook'> {
  item: ItemInstance<N | undefined>
  node: N
  level: number
  selected: boolean
}

function Branch<N extends TreeNode>(props: BranchProps<N>): ReactElement {
  const { item, node, level, selected, onSelect, icon, aside, ticks, onMenu, selectedLook = 'tick' } = props
  const tick = ticks?.of(node)
  const toggleTick = ticks && tick !== 'blocked' ? () => ticks.toggle(node) : undefined
  const expanded = item.isExpanded()
  const toggle = () => (expanded ? item.collapse() : item.expand())
  const { onClick: _ours, ...aria } = item.getProps()
  const id = useId()
  return (
    <div
      {...aria}
      role="treeitem"
      tabIndex={item.isFocused() ? 0 : -1}
      aria-labelledby={aside && `${id}-name ${id}-aside`}
      aria-selected={selected}
      aria-checked={tick === 'blocked' ? undefined : tick}
      aria-busy={item.isLoading() || undefined}
      onClick={() => {
        item.setFocused()
        onSelect(node)
      }}
      onDoubleClick={() => node.isParent && toggle()}
      // The focused node handles the keys, however it was focused.
      onFocus={(event) => {
        if (event.target === event.currentTarget && !item.isFocused()) item.setFocused()
      }}
      onContextMenu={
        onMenu &&
        ((event) => {
          event.preventDefault()
          item.setFocused()
          onMenu(node, { x: event.clientX, y: event.clientY })
        })
      }
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return
        if (onMenu && (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey))) {
          event.preventDefault()
          onMenu(node, event.currentTarget)
        }
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        if (ticks && event.key === ' ') toggleTick?.()
        else onSelect(node)
      }}
      style={{ paddingLeft: level * INDENT + 6 }}
      className={clsx(
        'flex h-9 shrink-0 cursor-pointer select-none items-center gap-2.5 rounded-m pr-3 text-body focus-visible:-outline-offset-2 pointer-coarse:h-11',
        selected ? 'bg-sel hover:bg-sel-hover' : 'hover:bg-hover',
        selected && selectedLook === 'place' && 'font-semibold text-accent-text',
      )}
    >
      <Twister node={node} expanded={expanded} loading={item.isLoading()} onToggle={toggle} />
      {tick !== undefined && (
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the row's own Space does it
        <span
          onClick={(event) => {
            event.stopPropagation()
            item.setFocused()
            toggleTick?.()
          }}
          className={clsx('-m-2 p-2', tick === 'blocked' && 'opacity-[.42]')}
        >
          <CheckboxMark checked={tick === true} indeterminate={tick === 'mixed'} />
        </span>
      )}
      {icon?.(node, expanded)}
      <span id={`${id}-name`} className="min-w-0 flex-1 truncate" title={node.name}>
        {node.name}
      </span>
      {aside && (
        <>
          {/* Separates name and count for screen readers. */ ' '}
          <span id={`${id}-aside`} className="contents">
            {aside(node)}
          </span>
        </>
      )}
      {selected && !ticks && selectedLook === 'tick' && (
        <Check size={17} className="text-accent-text" aria-hidden />
      )}
    </div>
  )
}

function Twister(props: {
  node: TreeNode
  expanded: boolean
  loading: boolean
  onToggle: () => void
}): ReactElement {
  const { node, expanded, loading, onToggle } = props
  if (!node.isParent) return <span className="w-5 shrink-0" />
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={t(expanded ? 'collapse' : 'expand', { name: node.name })}
      onClick={(event) => {
        event.stopPropagation()
        onToggle()
      }}
      className="finger flex size-5 shrink-0 items-center justify-center rounded-[5px] text-mut hover:bg-press"
    >
      {loading && expanded ? (
        <Spinner size={14} className="late" />
      ) : (
        <ChevronRight
          size={16}
          aria-hidden
          className={clsx('transition-transform duration-(--t-mid)', expanded && 'rotate-90')}
        />
      )}
    </button>
  )
}
