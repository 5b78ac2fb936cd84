import { Component, type ReactNode } from 'react'
import { FailedPage } from './failed-page.tsx'

/** Error boundary: a page that crashes does not take the menu and other pages down. */
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
