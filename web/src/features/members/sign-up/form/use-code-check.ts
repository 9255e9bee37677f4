import type { Customer } from '@washdesk/contracts/members/customer';
import { isCode } from '@washdesk/rules/codes/codes';
import { useState } from 'react';
import { useLazyCustomerCheckQuery } from '../sign-up-api.ts';
import type { CodeField } from './fields.ts';

export interface CodeEntry {
  field: CodeField;
  code: string;
  /** What the field held before. */
  before: string;
}

export interface CodeCheck {
  /** Asks who has the code; a text that is none is nobody's. */
  check: (entry: CodeEntry, customer: string | null) => void;
  /** The codes that could not be asked for: the server refuses a taken one at the sign-up. */
  unchecked: Partial<Record<CodeField, string | null>>;
}

/** Whether a plate or tag is somebody else's already (front-desk section 7, `customercheck`). */
export function useCodeCheck(onTaken: (entry: CodeEntry, holders: readonly Customer[]) => void): CodeCheck {
  const [ask] = useLazyCustomerCheckQuery();
  const [unchecked, setUnchecked] = useState<CodeCheck['unchecked']>({});

  const check: CodeCheck['check'] = (entry, customer) => {
    const { field, code } = entry;
    if (!isCode(code)) return;
    void ask({ params: { code } }).then(({ data, isError }) => {
      setUnchecked((before) => ({ ...before, [field]: isError ? code : null }));
      const holders = data?.customers.filter(({ id }) => id !== customer) ?? [];
      if (holders.length > 0) onTaken(entry, holders);
    });
  };
  return { check, unchecked };
}
