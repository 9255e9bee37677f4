import { Modal } from 'antd';
import { useEffect, useRef } from 'react';
import { codeForms } from '@washdesk/rules/codes/code-forms';
import { codeKind, normalizeCode } from '@washdesk/rules/codes/codes';
import { formatDateUs } from '@washdesk/rules/dates/dates';
import { withoutMotion } from '../../../components/tokens.ts';
import { useLazyClubPlanQuery } from './search-api.ts';

/**
 * After a search for a plate or tag, queries the site's Sitewatch for a club plan outside Stripe and warns of a running one
 * (docs/rules/lane.md#club-plan-look-up). It never delays the search: the dialog opens when the response arrives, on any screen, so the
 * query is sent directly and is not bound to this component.
 * @returns whether the site was unreachable
 */
export function useClubPlanWarning(term: string): boolean {
  const [ask, { isError }] = useLazyClubPlanQuery();
  const asked = useRef<string | null>(null);

  useEffect(() => {
    const code = codeForms(term)[0] ?? normalizeCode(term);
    if (codeKind(code) === 'unknown' || asked.current === code) return;
    asked.current = code;
    void ask({ params: { code }, query: { type: 'WASH' } }).then(({ data: plan }) => {
      if (!plan?.active || !plan.nonStripe) return;
      Modal.error({
        ...withoutMotion,
        title: 'Customer Found with Non Stripe club plan active',
        content: warning(plan.PlanName ?? '', plan.expires),
        okText: 'Ok',
      });
    });
  }, [term, ask]);

  return isError;
}

function warning(plan: string, expires: string | null): string {
  if (expires === null) return `Customer Found who is in a non Stripe club plan [${plan}] that has no date of expiry`;
  return `Customer Found who is in a non Stripe club plan [${plan}] that expires on ${formatDateUs(expires)}`;
}
