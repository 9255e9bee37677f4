import type { ReactNode } from 'react';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { useReportError } from './use-report-error.ts';

/** Reports an error that a screen threw while it rendered, and loads the same path anew after 5 s. */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  const report = useReportError();
  return (
    <ErrorBoundary onCaught={({ error, componentStack }) => report(error, componentStack)} onReturn={() => window.location.reload()}>
      {children}
    </ErrorBoundary>
  );
}
