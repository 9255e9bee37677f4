import type { ReactNode } from 'react';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { useReportError } from './use-report-error.ts';

/** Reports what a screen threw; after 5 s the same path is loaded anew (back-office section 2.1). */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  const report = useReportError();
  return (
    <ErrorBoundary onCaught={({ error, componentStack }) => report(error, componentStack)} onReturn={() => window.location.reload()}>
      {children}
    </ErrorBoundary>
  );
}
