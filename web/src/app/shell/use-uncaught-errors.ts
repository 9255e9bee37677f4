import { useEffect } from 'react';
import { useReportError } from '../use-report-error.ts';

/**
 * Handles errors outside rendering that no boundary catches: in an event handler, a response, a timer. Each is reported and shown in a
 * dialog, one at a time.
 */
export function useUncaughtErrors(): void {
  const report = useReportError();
  useEffect(() => {
    let told = false;
    const tell = async (error: unknown): Promise<void> => {
      report(error);
      if (told) return;
      told = true;
      // Loaded on demand, because it is heavy and errors are rare.
      const { showError } = await import('./error-modal.tsx');
      showError(error, () => (told = false));
    };
    const thrown = ({ error }: ErrorEvent): void => {
      // An event without an error comes from another origin's script or is a browser's layout notice.
      if (error) void tell(error);
    };
    const rejected = ({ reason }: PromiseRejectionEvent): void => void tell(reason);
    window.addEventListener('error', thrown);
    window.addEventListener('unhandledrejection', rejected);
    return () => {
      window.removeEventListener('error', thrown);
      window.removeEventListener('unhandledrejection', rejected);
    };
  }, [report]);
}
