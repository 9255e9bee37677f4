import { paymentKeys } from '@washdesk/rules/company/metadata-keys';
import type { DeedBy } from './deed.ts';

/** Who did it and where, as the provider's objects bear it (front-desk section 3, "Charge"). */
export function whoMetadata({ name, employee, site, terminal }: DeedBy): Record<string, string> {
  return {
    [paymentKeys.employeeName]: name,
    ...(employee !== null && { [paymentKeys.employeeNumber]: String(employee) }),
    ...(site !== null && { [paymentKeys.site]: String(site) }),
    ...(terminal !== null && { [paymentKeys.terminal]: terminal }),
  };
}
