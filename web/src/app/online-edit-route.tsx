import { getRouteApi } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { EditorPage } from '../features/coediting/editor-page.tsx'

const route = getRouteApi('/onlineEdit')

/** /onlineEdit?id=…: a file in the Office server's editor. */
export function OnlineEditRoute(): ReactElement {
  const { id, mode } = route.useSearch()
  return <EditorPage key={`${id} ${mode}`} instanceId={id} mode={mode} />
}
