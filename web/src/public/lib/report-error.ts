import type { reportError as contract } from '@washdesk/contracts/system/status';
import { call } from './call.ts';

/** Most reports of one page view: a failure in a loop is reported once. */
const mostReports = 5;
/** The server's limits on a report. */
const longest = { message: 2_000, stack: 20_000, path: 500 };

let reports = 0;

/** Reports an unexpected error to the server. The address goes without its query, which may contain a session. */
export function reportError(error: unknown, componentStack = ''): void {
  void report(error, componentStack);
}

async function report(error: unknown, componentStack: string): Promise<void> {
  reports += 1;
  if (reports > mostReports) return;
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const body = {
    error: { name, message: message.slice(0, longest.message), stack: stack?.slice(0, longest.stack) },
    componentStack: componentStack.slice(0, longest.stack),
    path: window.location.pathname.slice(0, longest.path),
  };
  try {
    await call<typeof contract>('POST', '/status/error', { body });
  } catch {
    // a lost report cannot be reported
  }
}

/** Reports what no component catches. */
export function reportUncaughtErrors(): void {
  window.addEventListener('error', ({ error }) => error && reportError(error));
  window.addEventListener('unhandledrejection', ({ reason }) => reportError(reason));
}
