import { cleanup, screen } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { vi } from 'vitest';
import type { PaymentMethod } from '@washdesk/contracts/billing/payment-method';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import { usePersistedState } from '../../../../lib/persisted/use-persisted-state.ts';
import { stubApi, type StubApi, type StubCall } from '../../../../testing/api.ts';
import { renderScreen } from '../../../../testing/screen.tsx';
import type { SignUpForm } from '../sign-up-form.ts';
import { existingCustomer, newRun } from './run.fixture.ts';
import { signUpRun, type SignUpRunState } from './run.ts';
import { SignUpRun } from './sign-up-run.tsx';

export const subscription: Subscription = {
  id: 'sub_1',
  customer: 'cus_1',
  status: 'active',
  created: 1_795_000_000,
  current_period_start: null,
  current_period_end: null,
  cancel_at: null,
  cancel_at_period_end: false,
  canceled_at: null,
  ended_at: null,
  trial_end: null,
  default_payment_method: 'pm_1',
  latest_invoice: null,
  schedule: null,
  plan: null,
  items: { data: [] },
  terms: null,
  problem: null,
  metadata: {},
  cancellation_details: null,
};
const cardDetails = {
  brand: 'visa',
  last4: '4242',
  exp_month: 1,
  exp_year: 2030,
  fingerprint: 'f1',
  email: null,
  checks: null,
};
export const card: PaymentMethod = {
  id: 'pm_1',
  type: 'card',
  created: 1,
  billing_details: { name: null },
  details: cardDetails,
  default: true,
  customer: 'cus_1',
};
const member = {
  customer: 'cus_1',
  TheCardNumber: null,
  LastName: null,
  FirstName: null,
  Email: null,
  Zipcode: null,
  CellPhone: null,
  SecondaryCode: null,
  NPCStatus: null,
  groups: [],
  linked: true,
};
export const signature = { id: '0193a1b0-0000-7000-8000-000000000001', state: 'pending', tablet: true, message: null };
const plan = { PlanName: 'Super Kiss', ProductClass: 'Super Kiss', expirationdate: '2026-12-01', site: 12 };

export const persistedRunKey = 'washdesk.persisted.sign-up-run';

/** A run on the screen, the API and devices that it calls, and the recorded calls. */
export interface RunFixture {
  api: StubApi;
  user: UserEvent;
  /** The jobs that the register printed. */
  papers: string[];
  /** The form to which the run has returned. */
  back: SignUpForm | null;
  /** Presses Sign Up: the run is persisted before anything is sent. */
  show: (begun?: SignUpRunState) => void;
  reload: () => void;
  calls: (path: string) => StubCall[];
  keysOf: (path: string) => (string | null)[];
}

/** Every call succeeds, and the clock can be advanced. */
export function setUpRun(): RunFixture {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const api = stubApi();
  answerAll(api);
  const calls = (path: string): StubCall[] => api.calls(`POST ${path}`);
  const fixture: RunFixture = {
    api,
    user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }),
    papers: [],
    back: null,
    show: (begun = newRun()) => {
      sessionStorage.setItem(persistedRunKey, JSON.stringify({ owner: 'ann', value: begun }));
      open(fixture);
    },
    reload: () => {
      cleanup();
      open(fixture);
    },
    calls,
    keysOf: (path) => calls(path).map(({ headers }) => headers.get('idempotency-key')),
  };
  window.washdeskRegister = {
    version: '1',
    printReceipt: ({ job }) => Promise.resolve(void fixture.papers.push(job)),
    transferToSitewatch: () => Promise.resolve(),
  };
  return fixture;
}

export function tearDownRun(): void {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  delete window.washdeskRegister;
}

export const finished = (): Promise<HTMLElement> => screen.findByRole('status', { name: 'Signed up' });
/** The row of a step. */
export function step(title: string): HTMLElement {
  const found = screen.getAllByRole('listitem').find((item) => item.textContent?.includes(title));
  if (!found) throw new Error(`Step not found: ${title}`);
  return found;
}
export const words = (title: string): string => step(title).textContent ?? '';

function open(fixture: RunFixture): void {
  renderScreen(<Holder onBack={(form) => (fixture.back = form)} />, { path: '/customers/new' });
}

/** Holds the run like the screen around it. */
function Holder({ onBack }: { onBack: (form: SignUpForm) => void }) {
  const [run, persist, clear] = usePersistedState<SignUpRunState | null>('sign-up-run', signUpRun.nullable(), null);
  const toForm = (form: SignUpForm): void => {
    onBack(form);
    clear();
  };
  return run && <SignUpRun run={run} onRun={persist} onBack={toForm} onDone={clear} />;
}

function answerAll(api: StubApi): void {
  api.on('GET /device/current', { body: { device: null } });
  api.on('POST /customer', { body: { ...existingCustomer, id: 'cus_1' } });
  api.on('POST /paymentmethods/attach', { body: card });
  api.on('POST /subscription', { body: subscription });
  api.on('POST /communication/signup', { body: { state: 'sent', channel: 'sms', message: null } });
  api.on('POST /thecard', { body: member });
  api.on('POST /logix', { body: member });
  api.on('POST /logix/groups', { body: member });
  api.on('POST /firebird/customer', { body: { customer_objid: 7, site: 12 } });
  api.on('POST /firebird/activateplan', { body: plan });
  api.on('POST /signature', { body: signature });
  api.on('GET /receipt/sub_1/receipt', { body: '<p>Receipt</p>' });
  api.on('POST /note', { body: { notes: [], count: 0, alerts: [] } });
}
