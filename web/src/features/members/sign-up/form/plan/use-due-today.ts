import { skipToken } from '@reduxjs/toolkit/query';
import type { Plan } from '@washdesk/contracts/billing/subscription';
import type { Preview } from '@washdesk/contracts/billing/subscription-preview';
import { useEffect, useState } from 'react';
import { useSignUpPreviewQuery } from '../../sign-up-api.ts';
import type { SignUpForm } from '../../sign-up-form.ts';
import { previewBody } from './preview-body.ts';

/** The amount is asked for once the choice has not changed for this long, because choosing with the arrow keys passes over many plans. */
const restMs = 150;

export interface DueToday {
  /** The last answer, which stays while a newer one is on its way; null where no plan is chosen. */
  preview: Preview | null;
  /** Whether the preview is of the form as it stands, so that the customer can agree to it. */
  isCurrent: boolean;
  failure: unknown;
  retry: () => void;
}

/** What the sign-up costs today, as Stripe computes it. */
export function useDueToday(form: SignUpForm, storedPlate: string | null, plan: Plan | null): DueToday {
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

/** The value as it was once it had not changed for `ms` milliseconds. Values are compared by their JSON. */
function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  const isSettled = text === JSON.stringify(settled);
  useEffect(() => {
    if (isSettled) return undefined;
    const timer = setTimeout(() => setSettled(JSON.parse(text) as T), ms);
    return () => clearTimeout(timer);
  }, [text, isSettled, ms]);
  return settled;
}
