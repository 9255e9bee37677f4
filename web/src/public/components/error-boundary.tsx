import { Component, type ErrorInfo, type ReactNode } from 'react';
import type { CommonTexts } from '../lib/page-texts.tsx';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

interface ErrorBoundaryProps {
  texts: CommonTexts['broken'];
  onCaught: (error: unknown, componentStack: string) => void;
  children: ReactNode;
}

/** Catches errors thrown while the page renders, and offers to load it again. React supports boundaries only as classes. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    this.props.onCaught(error, componentStack ?? '');
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
