import { Component } from 'react';
import type { ErrorInfo, ReactNode } from 'react';
import { CenterCard } from '../layout/center-card.tsx';

export interface CaughtError {
  error: unknown;
  componentStack: string;
}

interface ErrorBoundaryProps {
  children: ReactNode;
  onCaught: (caught: CaughtError) => void;
  /** Called 5 s after an error. */
  onReturn: () => void;
}

const returnAfterMs = 5_000;

/** Catches errors thrown while its children render. React supports boundaries only as classes. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };
  #timer: number | undefined;

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    this.props.onCaught({ error, componentStack: componentStack ?? '' });
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.props.onReturn(), returnAfterMs);
  }

  override componentWillUnmount(): void {
    window.clearTimeout(this.#timer);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <CenterCard title="Something went wrong.">
        <p role="alert">The error has been reported. This page reloads in 5 seconds.</p>
      </CenterCard>
    );
  }
}
