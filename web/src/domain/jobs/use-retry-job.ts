import { isCallFailure } from '../../lib/api/call-failure.ts';
import { showToast } from '../../lib/toasts.ts';
import { useRetryJobMutation } from './jobs-api.ts';

/** Retries one job at a time. @returns the job being retried, and why the last retry failed */
export function useRetryJob() {
  const [retry, { isLoading, isError, error, originalArgs, reset }] = useRetryJobMutation();
  return {
    busy: isLoading ? (originalArgs?.params.id ?? null) : null,
    error: isError ? error : null,
    retry: async ({ job, title }: { job: string; title: string }): Promise<void> => {
      const answer = await retry({ params: { id: job } });
      if (!answer.error) showToast(`${title}: restarted`);
      if (!isCallFailure(answer.error) || answer.error.code !== 'not_open') return;
      // the job succeeded meanwhile, and the list is being read again
      reset();
      showToast(`${title}: already done`);
    },
  };
}
