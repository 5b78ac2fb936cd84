import { Component, type ReactNode } from 'react'

export interface OptionalProps {
  children: ReactNode
  /** Instead of what could not be loaded. */
  fallback?: ReactNode
}

/** What the page does without, or replaces, where it could not be loaded. */
export class Optional extends Component<OptionalProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
