import { useCallback } from 'react';
import { reportError } from '@washdesk/contracts/system/status';
import { api } from '../lib/api/api.ts';
import { isCallFailure } from '../lib/api/call-failure.ts';
import { fromContract } from '../lib/api/contract-call.ts';
import { serverNow } from '../lib/server-clock.ts';

const { useReportErrorMutation } = api.injectEndpoints({
  endpoints: (build) => ({ reportError: build.mutation(fromContract(reportError)) }),
});

/** The server's limits on a report. */
const longest = { message: 20_000, stack: 60_000, path: 500 };

/** Reports an unexpected error to the server. `componentStack` is React's, if available. */
export function useReportError(): (error: unknown, componentStack?: string) => void {
  const [report] = useReportErrorMutation();
  return useCallback(
    (error, componentStack = '') => {
      const { name, message, stack } = asError(error);
      void report({
        body: {
          error: { name, message: message.slice(0, longest.message), stack: stack?.slice(0, longest.stack) },
          componentStack: componentStack.slice(0, longest.stack),
          timestamp: serverNow().toISOString(),
          // Without the query, which may contain a plate.
          path: window.location.pathname.slice(0, longest.path),
        },
      });
    },
    [report],
  );
}

function asError(error: unknown): Error {
  if (error instanceof Error) return error;
  return new Error(isCallFailure(error) ? `${error.code} ${error.message} ${error.requestId}`.trim() : String(error));
}
