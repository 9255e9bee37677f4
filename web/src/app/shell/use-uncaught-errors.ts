import { useEffect } from 'react';
import { messageOf } from '../../lib/api/call-failure.ts';
import { useReportError } from '../use-report-error.ts';

/**
 * What no screen expected and no boundary sees, since it happened after the drawing: a press, an answer, a timer. It is reported, and the person
 * is told in the generic modal (front-desk section 8), one at a time.
 */
export function useUncaughtErrors(): void {
  const report = useReportError();
  useEffect(() => {
    let told = false;
    const tell = async (error: unknown): Promise<void> => {
      report(error);
      if (told) return;
      told = true;
      // A dialog is too heavy to be loaded with the first screen for what hardly ever happens.
      const { showError } = await import('./error-modal.ts');
      showError(messageOf(error), () => (told = false));
    };
    const thrown = ({ error }: ErrorEvent): void => {
      // Without an error it is another origin's script, or a browser's notice about the layout.
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
