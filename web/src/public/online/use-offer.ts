import { useEffect, useState } from 'react';
import type { OnlineLocation, OnlinePlan } from '@washdesk/contracts/billing/online';
import type { CallFailed } from '../lib/call.ts';
import { useRead } from '../lib/use-read.ts';
import { readLocations, readPlans } from './online-calls.ts';
import type { SignUpForm } from './sign-up-form.ts';

export interface Offer {
  /** Null until they were read. */
  locations: readonly OnlineLocation[] | null;
  location: OnlineLocation | null;
  /** Null until those of the location were read. */
  plans: readonly OnlinePlan[] | null;
  plan: OnlinePlan | null;
  /** Whether the form can be shown whole: what comes later moves nothing. */
  isReady: boolean;
  failure: CallFailed | null;
  again: () => void;
}

/** Reads what is sold where, and presets location, plan and the plate's state in the form. */
export function useOffer(form: SignUpForm, change: (values: Partial<SignUpForm>) => void): Offer {
  const locations = useRead('locations', readLocations);
  const known = locations.data?.locations ?? null;
  const site = form.site;
  const plans = useRead(site === null ? null : String(site), (signal) => readPlans(Number(site), signal));
  const location = known?.find((one) => one.site === site) ?? null;

  useEffect(() => {
    if (!locations.data) return;
    const { locations: all, default: preset } = locations.data;
    // an unknown site of the address is not replaced by another one: the customer chooses
    const wanted = form.site ?? preset ?? (all.length === 1 ? all[0]!.site : null);
    if (wanted !== form.site) change({ site: wanted });
    const chosen = all.find((one) => one.site === wanted);
    if (chosen?.state && form.plateState === '') change({ plateState: chosen.state });
  }, [locations.data, form.site, form.plateState, change]);

  const hasPlans = known !== null && (plans.data !== null || (site === null && locations.data?.default === null));
  const [isReady, setReady] = useState(false);
  if (hasPlans && !isReady) setReady(true);

  useEffect(() => {
    if (!plans.data || plans.data.plans.some(({ id }) => id === form.planId)) return;
    change({ planId: plans.data.default ?? plans.data.plans[0]?.id ?? '' });
  }, [plans.data, form.planId, change]);

  return {
    locations: known,
    location,
    plans: site === null ? [] : plans.data && presetFirst(plans.data),
    plan: plans.data?.plans.find(({ id }) => id === form.planId) ?? null,
    isReady,
    failure: locations.failure ?? plans.failure,
    again: () => {
      if (locations.failure) locations.again();
      if (plans.failure) plans.again();
    },
  };
}

/** The preset plan is in sight without scrolling; the others keep their order. */
const presetFirst = ({ plans, default: preset }: { plans: readonly OnlinePlan[]; default: string | null }): OnlinePlan[] =>
  plans.toSorted((one, other) => Number(other.id === preset) - Number(one.id === preset));
