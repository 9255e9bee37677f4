import { paymentKeys } from '@washdesk/rules/company/metadata-keys';
import type { OperationActor } from './operation.ts';

/** The terminal for payments made at no terminal. */
export const officeTerminal = 'office';

/** Returns the metadata for the provider's objects that records who did it and where (docs/rules/billing.md#charges). */
export function actorMetadata({ name, employee, site, terminal }: OperationActor): Record<string, string> {
  return {
    [paymentKeys.employeeName]: name,
    ...(employee !== null && { [paymentKeys.employeeNumber]: String(employee) }),
    ...(site !== null && { [paymentKeys.site]: String(site) }),
    ...(terminal !== null && { [paymentKeys.terminal]: terminal }),
  };
}
