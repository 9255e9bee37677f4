import { expect } from 'vitest';
import type { z } from 'zod';
import type { Charge } from '@washdesk/contracts/billing/charge';
import type { reinstateSubscription, Subscription, subscriptionPlans } from '@washdesk/contracts/billing/plans/subscription';
import type { Preview } from '@washdesk/contracts/billing/plans/subscription-preview';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import type { CustomerInvoice } from '@washdesk/contracts/members/customer-parts';
import type { ApiClient, Reply } from './api-client.ts';
import type { BillingCloud } from './billing-cloud.ts';

export type Reinstated = z.infer<typeof reinstateSubscription.response>;
type Choice = z.infer<typeof subscriptionPlans.response>;

/** Returns the body of a response, which must be 200. */
export async function ok<T>(answer: Promise<Reply<T>>): Promise<T> {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** What an employee sees of a member; lists newest first. */
export const views = (person: () => ApiClient) => ({
  general: async (customer: string) => (await person().get<CustomerDetail>(`/customer/${customer}/general`)).body,
  shown: async (id: string) => (await person().get<Subscription>(`/subscription/${id}`)).body,
  choice: async (id: string) => (await person().get<Choice>(`/subscription/${id}/plans?mode=reinstate`)).body,
  invoices: async (customer: string) =>
    (await person().get<{ invoices: CustomerInvoice[] }>(`/customer/${customer}/invoices`)).body.invoices,
  charges: async (customer: string) =>
    (await person().get<{ charges: Charge[]; disputes_counted: number }>(`/customer/${customer}/charges`)).body,
  preview: async (id: string, change: object) => (await person().post<Preview>(`/subscription/${id}/preview`, change)).body,
});

/** Adds another card as a form captures it: the new default of customer and plan. */
export async function captureCard({ sdk }: BillingCloud, person: ApiClient, customer: string, token: string): Promise<string> {
  const { body: setup } = await person.post('/setupintents', { customer });
  await sdk.setupIntents.confirm(String(setup['id']), { payment_method: token });
  const attached = await ok(person.post('/paymentmethods/attach', { customer, setupIntent: setup['id'] }));
  expect(attached).toMatchObject({ default: true });
  return String(attached['id']);
}

/** Returns the newest note, written by the last action. */
export const lastNoteOf = ({ database }: Pick<BillingCloud, 'database'>, customer: string) =>
  database.db
    .selectFrom('note')
    .select(['note', 'agent'])
    .where('customer', '=', customer)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
