import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { customerKeys, subscriptionKeys } from '@washdesk/rules/company/metadata-keys';
import { lackingForCompletion } from '@washdesk/rules/customers/complete-customer';
import { noFirstName, noLastName } from '@washdesk/rules/customers/names';
import { hasEnded, isRunning, openPlan } from '@washdesk/rules/plans/statuses';
import { vehicleOf } from '../../../../domain/customers/membership.ts';

/** Returns why this customer cannot be cloned; null if they can (docs/rules/members.md#clone). */
export function whyNotCloned({ deleted, incomplete, metadata, firstName, lastName }: CustomerDetail): string | null {
  if (deleted) return 'A deleted customer can’t be cloned.';
  if (metadata[customerKeys.clonedTo]) return 'This customer was already cloned.';
  if (metadata[customerKeys.clonedFrom]) return 'This customer is a clone and can’t be cloned again.';
  if (incomplete) return 'Complete this sign-up before you clone the customer.';
  if (lastName === noLastName) return "Unable to Find Customer's Last Name";
  if (firstName === noFirstName) return "Unable to Find Customer's First Name";
  return null;
}

export interface CompletionCheck {
  label: string;
  /** The stored value. */
  value: string;
  /** What is missing or wrong; null if it is complete. */
  problem: string | null;
}

/** Returns the checks of Complete Customer, each with its stored value (docs/rules/members.md#life-of-a-customer). */
export function completionChecks(customer: CustomerDetail): CompletionCheck[] {
  const { name, email, metadata } = customer;
  const { plate, tag, vehicle } = vehicleOf(customer);
  const { CarMake: make = null, CarModel: model = null, CarColor: color = null } = metadata;
  const lacking = lackingForCompletion({ name, email, plate, tag, make, model, color });
  const check = (label: string, value: string | null, fields: readonly string[]): CompletionCheck => {
    const problems = lacking.filter(({ path }) => fields.includes(path));
    const words = problems.map(({ path, message }) => (fields.length > 1 ? `the ${path} ${message}` : message));
    return { label, value: value ?? '', problem: words.length === 0 ? null : words.join(', ') };
  };
  return [
    check("Name in 'Last, First'", name, ['name']),
    check('Tag', tag, ['tag']),
    check('Plate', plate, ['plate']),
    check('Make, model and color', vehicle, ['make', 'model', 'color']),
    check('Email', email, ['email']),
  ];
}

/**
 * Returns the plan that Complete Customer completes: the one marked as incomplete, or the newest for a marked customer; null if there is
 * none.
 */
export function planToComplete(subscriptions: readonly Subscription[]): Subscription | null {
  const open = subscriptions.filter(({ status }) => !hasEnded(status));
  const marked = open.find(({ metadata }) => metadata[subscriptionKeys.incomplete] === 'true');
  return marked ?? openPlan(open) ?? subscriptions.toSorted((a, b) => b.created - a.created)[0] ?? null;
}

/** Returns the plans that must end before the customer can be deleted. A plan that never began does not block the deletion. */
export const runningPlans = (subscriptions: readonly Subscription[]): Subscription[] =>
  subscriptions.filter(({ status }) => isRunning(status));
