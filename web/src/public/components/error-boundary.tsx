import { Component, type ErrorInfo, type ReactNode } from 'react';
import type { CommonTexts } from '../lib/page-texts.tsx';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

interface ErrorBoundaryProps {
  texts: CommonTexts['broken'];
  onCaught: (error: unknown, componentStack: string) => void;
  /** On an unattended device: the page is loaded again after this time. */
  reloadsAfterMs?: number;
  children: ReactNode;
}

/** Loads the page again, with a connection: without one the browser would show a page of its own for ever. */
function reloadOnline(): void {
  if (navigator.onLine) window.location.reload();
  else window.addEventListener('online', () => window.location.reload(), { once: true });
}

/** Catches errors thrown while the page renders, and offers to load it again. React supports boundaries only as classes. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    const { onCaught, reloadsAfterMs } = this.props;
    onCaught(error, componentStack ?? '');
    if (reloadsAfterMs !== undefined) setTimeout(reloadOnline, reloadsAfterMs);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const { heading, sentence, again } = this.props.texts;
    return (
      <main className="page narrow">
        <h1>{heading}</h1>
        <Notice kind="problem">{sentence}</Notice>
        <Button onClick={() => window.location.reload()}>{again}</Button>
      </main>
    );
  }
}
