import { useCallback, useEffect, useState } from 'react';

/** Opens a step. `replace` leaves no entry in the history: Back skips the step that was left. */
export type GoTo<Step extends string> = (step: Step, options?: { replace?: boolean }) => void;

/**
 * The page's step in `?step=`, so that the browser's Back goes to the step before. The first step has no parameter.
 * @param steps the steps that an address may open, first the one shown without a parameter
 */
export function useStep<Step extends string>(steps: readonly [Step, ...Step[]]): [Step, GoTo<Step>] {
  const [step, setStep] = useState(() => stepIn(steps));
  useEffect(() => {
    const follow = (): void => setStep(stepIn(steps));
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, [steps]);
  const goTo = useCallback<GoTo<Step>>(
    (next, { replace = false } = {}) => {
      const address = new URL(window.location.href);
      if (next === steps[0]) address.searchParams.delete('step');
      else address.searchParams.set('step', next);
      window.history[replace ? 'replaceState' : 'pushState'](null, '', address);
      setStep(next);
    },
    [steps],
  );
  return [step, goTo];
}

function stepIn<Step extends string>(steps: readonly [Step, ...Step[]]): Step {
  const named = new URLSearchParams(window.location.search).get('step');
  return steps.find((step) => step === named) ?? steps[0];
}
