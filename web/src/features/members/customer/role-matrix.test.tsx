import { act, cleanup, fireEvent, getConfig, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { customerCapabilities, type Capability, type CapabilityName } from '@washdesk/contracts/members/customer-capabilities.fixture';
import { Role, roleNames, type RoleName } from '@washdesk/rules/company/roles';
import { testCharge } from '../../../testing/charge.ts';
import { aNote, apiOf, showCustomer } from './customer-screen.fixture.tsx';
import { testDispute } from './disputes/dispute.fixture.ts';
import { aCard, anInvoice } from './payments/payments.fixture.ts';
import { aSubscription } from './subscription.fixture.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

type Seen = 'open' | 'approval' | 'hidden';

const selectors = { button: 'button', checkbox: 'input[type=checkbox]', link: 'a', menuitem: '[role=menuitem]' };

const labelOf = (element: Element): string =>
  element.getAttribute('aria-label') ?? ((element.closest('label') ?? element).textContent || '').trim();

/** Finds the element by selector: a query by role computes the styles of the whole screen, about twenty times per role. */
const named = (kind: keyof typeof selectors, name: RegExp) => (): Seen => {
  const found = [...document.querySelectorAll<HTMLInputElement>(selectors[kind])].find((one) => name.test(labelOf(one)) && !one.disabled);
  if (!found) return 'hidden';
  return /needs approval/.test((found.closest('label') ?? found).textContent) ? 'approval' : 'open';
};
const text = (words: string) => (): Seen => (screen.queryAllByText(words, { exact: false }).length > 0 ? 'open' : 'hidden');
const tab = (name: string) => (): Seen =>
  [...document.querySelectorAll('[role=tab]')].some((one) => one.textContent === name) ? 'open' : 'hidden';
const shown = (kind: keyof typeof selectors, name: RegExp) => () => waitFor(() => expect(named(kind, name)()).not.toBe('hidden'));
const press = (kind: keyof typeof selectors, name: RegExp): void => {
  fireEvent.click([...document.querySelectorAll(selectors[kind])].find((one) => name.test(labelOf(one)))!);
};

interface CustomerTab {
  /** Resolves when the tab is shown, for a tab that every role sees. */
  ready?: () => Promise<unknown>;
  /** Steps that show the actions that the tab hides at first. */
  open?: () => Promise<unknown>;
  look: Partial<Record<CapabilityName, () => Seen>>;
}

/** The tab that offers each capability. */
const tabs: Readonly<Record<string, CustomerTab>> = {
  info: {
    ready: shown('button', /^Update Sitewatch/),
    open: async () => {
      press('button', /^Edit Vehicle/);
      await shown('checkbox', /^Truck/)();
    },
    look: {
      'switch tax exemption': named('checkbox', /^Tax Exempt/),
      'switch Business Select': named('checkbox', /^Business Select/),
      'schedule an increase': named('button', /^Schedule Price Increase/),
      'be warned of many codes': text('active plates and tags'),
      'see plates and tags': tab('Plates And Tags'),
      'see who saw the customer': tab('Access Log'),
      'see disputes': tab('Disputes'),
      'see metadata': tab('Metadata Viewer'),
      'see the timeline': tab('Timeline'),
    },
  },
  plates: {
    look: {
      'switch a code': named('button', /^Disable OLD111-IL/),
      "see Sitewatch's number of the customer": text('Customer 7 in Sitewatch'),
      'see numbers of codes in Sitewatch': text('Object'),
    },
  },
  payments: {
    ready: shown('button', /^Pay Invoice/),
    look: {
      'pay an invoice': named('button', /^Pay Invoice/),
      'mark an invoice uncollectable': named('button', /^Mark Uncollectable/),
      'delete a payment method': named('button', /^Delete Payment/),
      'set the default': named('button', /^Set Default/),
    },
  },
  charges: {
    ready: shown('button', /^Stripe Charges/),
    open: async () => {
      press('button', /^Stripe Charges/);
      await shown('button', /^Receipt of/)();
    },
    look: { refund: named('button', /^Refund[: ]/), 'view a receipt': named('button', /^Receipt of/) },
  },
  subscriptions: {
    ready: shown('button', /^More/),
    open: async () => {
      press('button', /^More/);
      await shown('menuitem', /./)();
    },
    look: {
      upgrade: named('button', /^Upgrade/),
      discontinue: named('button', /^Discontinue/),
      terminate: anyOf(/^Terminate/),
      'change the price': anyOf(/^Change Price/),
      downgrade: anyOf(/^Downgrade/),
      'see the id of a subscription': text('sub_1'),
      'follow who sold it': named('link', /^Kim Lee/),
    },
  },
  notes: {
    ready: shown('checkbox', /^Attention$/),
    look: {
      'add a note': named('button', /^Add Note/),
      'switch attention': named('checkbox', /^Attention$/),
      'delete a note': named('button', /^Delete Note/),
    },
  },
  disputes: {
    look: {
      'mark a dispute won': named('button', /^Mark Won/),
      'mark a dispute lost': named('button', /^Mark Lost/),
      'mark a dispute uncollectable': named('button', /^Mark as Uncollectable/),
      'prepare the evidence of a dispute': named('button', /^Evidence$/),
    },
  },
  tools: {
    ready: shown('button', /^Clone Customer/),
    look: { 'delete the customer': named('button', /^Delete Customer/) },
  },
};

function anyOf(name: RegExp): () => Seen {
  return () => {
    const beside = named('button', name)();
    return beside === 'hidden' ? named('menuitem', name)() : beside;
  };
}

/** Capabilities hidden below their role, because no approval can open the action: a tab, a read, and anything on a tab of a role. */
const neverShownBelow: readonly CapabilityName[] = ['switch a code', 'delete the customer'];

function expected({ what, role, byApproval }: Capability, name: RoleName): Seen {
  if (role === undefined || Role[name] >= Role[role]) return 'open';
  return byApproval && !neverShownBelow.includes(what as CapabilityName) ? 'approval' : 'hidden';
}

const list = (more: object) => ({ body: { count: 1, next_page: null, age: 0, stale: false, ...more } });

/** An API whose customer has one of everything. */
function richApi() {
  const api = apiOf({ metadata: { CustomerCode: 'ABC123-IL' } });
  const codes = ['ABC123-IL', 'OLD111-IL', '12345+678901'];
  const classes = { upgrade_class: 'Plus', downgrade_class: 'Basic' };
  const plan = {
    id: 'price_1',
    nickname: null,
    amount: 2_999,
    total: 2_999,
    product: { id: 'prod_1', name: 'Super Kiss', metadata: classes },
  };
  api.on('GET /customer/cus_1/subscriptions', list({ subscriptions: [aSubscription({ plan, metadata: { employeename: 'Kim Lee' } })] }));
  const tags = codes.map((CODE, index) => ({ CODE, OBJID: index + 1, CUSTOMER: 7, site: 12 }));
  api.on('GET /customer/cus_1/platesandtags', list({ sitewatchid: 7, tags, missing: [], count: 3 }));
  api.on('GET /customer/cus_1/notes', { body: { notes: [aNote({})], count: 1, alerts: [] } });
  api.on('GET /customer/cus_1/cards', list({ cards: [aCard({ default: false })] }));
  api.on('GET /customer/cus_1/invoices', list({ invoices: [anInvoice({})] }));
  const charge = testCharge('ch_1', { amount: 2_999, amount_captured: 2_999, refundable: 2_999 });
  api.on('GET /customer/cus_1/charges', list({ charges: [charge], disputes_counted: 0 }));
  api.on('GET /customer/cus_1/disputes', list({ disputes: [testDispute()], counted: 1 }));
  api.on('GET /customer/cus_1/receipts', list({ receipts: [] }));
  api.on('GET /customer/cus_1/signatures', list({ signatures: [] }));
  return api;
}

const capabilities: readonly Capability[] = customerCapabilities;
const shownSomewhere = Object.values(tabs).flatMap(({ look }) => Object.keys(look));
/**
 * Capabilities shown elsewhere: in dialogs that are the same for every role, on an ended plan, after saved evidence and in a decided
 * dispute.
 */
const elsewhere: readonly string[] = [
  'text a receipt',
  'print a receipt',
  'reinstate',
  'hand in the evidence of a dispute',
  'collect a dispute',
];

/** Returns what is shown once it matches, or at the timeout: the screen's calls may still be running. */
async function seenInTime(look: () => Seen, should: Seen): Promise<Seen> {
  const end = performance.now() + getConfig().asyncUtilTimeout;
  while (look() !== should && performance.now() < end) await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  return look();
}

describe('on the screen', () => {
  it.each(roleNames)('%s sees and does what the table says', async (name) => {
    const seen: Record<string, Seen> = {};
    const wanted: Record<string, Seen> = {};
    for (const [tabKey, { ready, open, look }] of Object.entries(tabs)) {
      richApi();
      showCustomer({ hash: `#${tabKey === 'charges' ? 'payments' : tabKey}`, roles: Role[name] });
      await (ready ?? shown('button', /^Customer Info/))();
      await open?.();
      for (const [what, lookFor] of Object.entries(look)) {
        const capability = capabilities.find((one) => one.what === what)!;
        const should = expected(capability, name);
        wanted[what] = should;
        seen[what] = await seenInTime(lookFor, should);
      }
      cleanup();
    }
    expect(seen).toEqual(wanted);
  });

  it('has a place for every row of the table', () => {
    expect(capabilities.map(({ what }) => what).filter((what) => !shownSomewhere.includes(what))).toEqual(elsewhere);
  });
});
