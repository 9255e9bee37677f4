import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useState } from 'react';
import type { Plan } from '@washdesk/contracts/billing/plans/subscription';
import type { Preview } from '@washdesk/contracts/billing/plans/subscription-preview';
import { useSignUpPreviewQuery } from '../../sign-up-api.ts';
import type { SignUpForm } from '../../sign-up-form.ts';
import { previewBody } from './preview-body.ts';

/** The delay before the amount is requested, because arrow keys pass over many plans. */
const restMs = 150;

export interface DueToday {
  /** The last response, kept while a newer one loads; null if no plan is chosen. */
  preview: Preview | null;
  /** Whether the preview matches the current form, so that the customer can agree to it. */
  isCurrent: boolean;
  failure: unknown;
  retry: () => void;
}

/** The sign-up's cost today, computed by Stripe. */
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

/** Returns the value after it has been unchanged for `ms` milliseconds. Values are compared as JSON. */
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
