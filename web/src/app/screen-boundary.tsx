import { reportError } from '@washdesk/contracts/status';
import { useCallback } from 'react';
import type { ReactNode } from 'react';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import type { CaughtError } from '../components/error-boundary.tsx';
import { api } from '../lib/api/api.ts';
import { fromContract } from '../lib/api/contract-call.ts';

const { useReportErrorMutation } = api.injectEndpoints({
  endpoints: (build) => ({ reportError: build.mutation(fromContract(reportError)) }),
});

/** Of the server's limits on a report. */
const longest = { message: 20_000, stack: 60_000, path: 500 };

/** Reports what a screen threw; after 5 s the same path is loaded anew (back-office section 2.1). */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  const [report] = useReportErrorMutation();
  const caught = useCallback(
    ({ error, componentStack }: CaughtError) => {
      const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
      void report({
        body: {
          error: { name, message: message.slice(0, longest.message), stack: stack?.slice(0, longest.stack) },
          componentStack: componentStack.slice(0, longest.stack),
          timestamp: new Date().toISOString(),
          // The path alone: a query may hold a plate.
          path: window.location.pathname.slice(0, longest.path),
        },
      });
    },
    [report],
  );
  return (
    <ErrorBoundary onCaught={caught} onReturn={() => window.location.reload()}>
      {children}
    </ErrorBoundary>
  );
}
