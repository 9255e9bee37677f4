import type { Customer } from '@washdesk/contracts/members/customer';
import { readCode } from '@washdesk/rules/codes/code-forms';
import { isCode } from '@washdesk/rules/codes/codes';
import { useLazyCustomerCheckQuery } from '../../../domain/customers/customer-api.ts';

/** Customers who already have a plate or tag. */
export interface FoundCustomers {
  code: string;
  customers: readonly Customer[];
}

type CodeField = 'plate' | 'tag';

interface CodeForm {
  valueOf: (field: CodeField) => string;
  change: (field: CodeField, code: string) => void;
}

interface Options {
  form: CodeForm;
  /** The fields' values before the edit. */
  before: Readonly<Record<CodeField, string>>;
  /** The customer whose own codes are allowed, if any. */
  self: string | null;
  onFound: (found: FoundCustomers) => void;
}

/**
 * Checks a plate or tag when its field loses the focus. If it belongs to another customer, shows that customer and restores the previous
 * value (docs/rules/members.md#shared-codes).
 */
export function useCodeCheck({ form: { valueOf, change }, before, self, onFound }: Options): (field: CodeField) => void {
  const [find] = useLazyCustomerCheckQuery();
  return (field) => {
    const code = readCode(valueOf(field));
    if (code !== valueOf(field)) change(field, code);
    if (code === before[field] || !isCode(code)) return;
    void find({ params: { code } }).then(({ data }) => {
      const holders = data?.customers.filter(({ id }) => id !== self) ?? [];
      if (holders.length === 0 || valueOf(field) !== code) return;
      change(field, before[field]);
      onFound({ code, customers: holders });
    });
  };
}
