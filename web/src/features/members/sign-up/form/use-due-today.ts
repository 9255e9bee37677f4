import type { Plan } from '@washdesk/contracts/billing/subscription';
import type { Preview } from '@washdesk/contracts/billing/subscription-preview';
import { skipToken } from '@reduxjs/toolkit/query';
import { useSignUpPreviewQuery } from '../sign-up-api.ts';
import type { SignUpDraft } from './draft.ts';
import { previewBody } from './preview-body.ts';
import { useDebounced } from './use-debounced.ts';

/** Choosing with the arrows passes over many plans. */
const restMs = 150;

export interface DueToday {
  /** The last answer; while a newer one is on its way it keeps its place. Null where no plan is chosen. */
  preview: Preview | null;
  /** The preview is of the very form as it stands: this is what the customer agrees to. */
  isCurrent: boolean;
  failure: unknown;
  retry: () => void;
}

/** What the sign-up costs today, as Stripe computes it, live. */
export function useDueToday({ form, storedPlate }: SignUpDraft, plan: Plan | null): DueToday {
  const wanted = plan && previewBody(form, plan, storedPlate);
  const body = useDebounced(wanted, restMs);
  const asked = body && wanted;
  const { data, currentData, error, isFetching, refetch } = useSignUpPreviewQuery(asked ? { body } : skipToken, {
    refetchOnMountOrArgChange: true,
  });
  return {
    preview: asked && !error ? (data ?? null) : null,
    isCurrent: asked !== null && !isFetching && currentData !== undefined && JSON.stringify(body) === JSON.stringify(wanted),
    failure: isFetching ? undefined : error,
    retry: () => void refetch(),
  };
}
