import { Component, type ReactNode } from 'react'
import { FailedPage } from './failed-page.tsx'

/** Keeps a page that breaks from taking the others and the menu with it. */
export class PageBoundary extends Component<{ children: ReactNode; inside?: boolean }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error }
  }

  override render(): ReactNode {
    return this.state.error === undefined ? (
      this.props.children
    ) : (
      <FailedPage error={this.state.error} inside={this.props.inside ?? false} />
    )
  }
}
