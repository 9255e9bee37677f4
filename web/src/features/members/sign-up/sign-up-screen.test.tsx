import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { stubCardCapture, typeCard } from '../../../domain/card-capture/typed-card.fixture.ts';
import { stubError, type StubAnswer, type StubApi } from '../../../testing/api.ts';
import { beginTest, endTest, expectFocus, field, known, missing, openSignUp, previewOf, showSignUp } from './sign-up.fixture.tsx';

const save = 'POST /customer/cus_known';
const attach = 'POST /paymentmethods/attach';
const preview = 'POST /subscription/preview';

let api: StubApi;
let user: UserEvent;

const signUp = () => within(screen.getByLabelText('Before you sign up')).getByRole<HTMLButtonElement>('button', { name: 'Sign Up' });
const capture = async (setUp: object): Promise<void> => {
  await user.keyboard('{F6}');
  await typeCard(user, 'Keep Card');
  expect(api.calls('POST /setupintents').map(({ body }) => body)).toEqual([setUp]);
};
/** Fills in what an existing customer still lacks. */
const complete = async (): Promise<void> => {
  await user.keyboard('{Alt>}1{/Alt}');
  await capture({ customer: 'cus_known' });
  await waitFor(() => expect(signUp().disabled).toBe(false));
};

/** The run as stored over a reload. */
const kept = (): unknown => JSON.parse(sessionStorage.getItem('washdesk.persisted.sign-up-run') ?? 'null');

beforeEach(() => {
  ({ api, user } = beginTest());
  stubCardCapture(api);
});
afterEach(endTest);

describe('the beginning', () => {
  it('has the plate that was searched for, and the focus where the next thing is missing', async () => {
    await showSignUp('?code=ABC123-IL');
    expect(field('Plate').value).toBe('ABC123-IL');
    await expectFocus('Tag');
    expect(missing()).toEqual(['Tag', 'First name', 'Last name', 'Zip', 'Email', 'Make', 'Model', 'Plan', 'Payment method']);
  });

  it('has what is known of a customer', async () => {
    await showSignUp('?customer=cus_known');
    expect([field('First name').value, field('Last name').value]).toEqual(['Ann', 'Member']);
    expect(field('Cell phone (optional)').value).toBe('(815) 555-0100');
    expect(screen.getByLabelText<HTMLInputElement>('Truck').checked).toBe(true);
    expect(missing()).toEqual(['Plan', 'Payment method']);
  });

  it.each([
    ['has been deleted', { ...known, deleted: true }, 'Customer has been deleted and cannot be signed up for a subscription'],
    ['has a plan', { ...known, subscriptions: { data: [running()] } }, 'This customer already has an active plan'],
  ])('says so of a customer who %s', async (_words, customer, sentence) => {
    api.on('GET /customer/cus_known/general', { body: customer });
    openSignUp('?customer=cus_known');
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'View Customer' }).getAttribute('href')).toBe('/customers/cus_known');
  });

  it('says why a customer cannot be loaded, and tries again', async () => {
    api.on('GET /customer/cus_known/general', { status: 500, body: stubError('internal', 'The database is away') });
    openSignUp('?customer=cus_known');
    expect(await screen.findByText('The database is away')).toBeTruthy();
    api.on('GET /customer/cus_known/general', { body: known });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByDisplayValue('Ann')).toBeTruthy();
  });
});

describe('a form half filled in', () => {
  it('is there again after a reload, the card too', async () => {
    await showSignUp('?code=ABC123-IL');
    await user.type(field('First name'), 'Bea');
    await capture({});
    cleanup();
    await showSignUp('?code=ABC123-IL');
    expect(field('First name').value).toBe('Bea');
    expect(screen.getByRole('img', { name: 'Visa ending in 4242' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Replace Card' })).toBeTruthy();
  });

  it('is not the next car’s', async () => {
    await showSignUp('?code=ABC123-IL');
    await user.type(field('First name'), 'Bea');
    cleanup();
    await showSignUp('?code=ABC123-IN');
    expect(field('First name').value).toBe('');
    expect(field('Plate').value).toBe('ABC123-IN');
  });

  it('is cleared by F4, which asks first', async () => {
    await showSignUp('?code=ABC123-IL');
    await user.type(field('First name'), 'Bea');
    await user.keyboard('{F4}');
    await user.click(screen.getByRole('button', { name: 'Keep Form' }));
    expect(field('First name').value).toBe('Bea');
    await user.keyboard('{F4}');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Clear Form' }));
    await waitFor(() => expect(field('First name').value).toBe(''));
    expect(field('Plate').value).toBe('ABC123-IL');
  });
});

describe('the checklist', () => {
  it('leads to the field that is missing', async () => {
    await showSignUp();
    await user.click(screen.getByRole('button', { name: 'Email' }));
    await expectFocus('Email');
  });

  it('holds Sign Up back, and F2 leads to the first that is missing', async () => {
    await showSignUp('?code=ABC123-IL');
    expect(signUp().disabled).toBe(true);
    await user.click(field('Email'));
    await user.keyboard('{F2}');
    await expectFocus('Tag');
  });

  it('is followed by scans: each fills its field and leads to the next that is missing', async () => {
    await showSignUp('?code=ABC123-IL');
    await user.keyboard('$R12345123456');
    await expectFocus('First name');
    expect(field('Tag').value).toBe('12345+123456');
    await user.keyboard('$N000629892232123456789');
    expect(field('TheCard number').value).toBe('629892232123456789');
  });

  it('tells of a scan that no field takes', async () => {
    await showSignUp();
    await user.keyboard('$N000000000000000000123');
    expect((await screen.findByRole('alert')).textContent).toContain('This screen has no field for the scan');
  });
});

describe('Sign Up', () => {
  beforeEach(async () => {
    // no response, so the run stays in progress
    api.on(save, () => new Promise(() => undefined));
    api.on(attach, () => new Promise(() => undefined));
    await showSignUp('?customer=cus_known');
  });

  it('begins the run once, however often F2 is pressed, with what was agreed to', async () => {
    await complete();
    await user.keyboard('{F2}{F2}');
    await waitFor(() => expect(api.calls(attach)).toHaveLength(1));
    expect(screen.queryByLabelText('Required Fields')).toBeNull();
    const terms = { plan: { id: 'price_A' }, dueToday: 1_650, from: 1_794_700_000, saleid: null };
    expect(kept()).toMatchObject({ value: { terms } });
  });

  it('begins by F2 in the very moment in which the card’s dialog closes', async () => {
    await user.keyboard('{Alt>}1{/Alt}{F6}');
    await screen.findByText('$16.50');
    const button = signUp();
    new MutationObserver((_, observer) => {
      if (button.disabled) return;
      observer.disconnect();
      fireEvent.keyDown(window, { key: 'F2' });
    }).observe(button, { attributes: true });
    await typeCard(user, 'Keep Card');
    await waitFor(() => expect(api.calls(attach)).toHaveLength(1));
  });

  it('shows the run again after a reload', async () => {
    await complete();
    await user.click(signUp());
    await waitFor(() => expect(api.calls(attach)).toHaveLength(1));
    cleanup();
    openSignUp('?customer=cus_known');
    await waitFor(() => expect(api.calls(attach)).toHaveLength(2));
    const keys = api.calls(attach).map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(1);
  });

  it('does not begin with a field that is wrong: its words show and it has the focus', async () => {
    await complete();
    await user.clear(field('Email'));
    await user.type(field('Email'), 'ann');
    await user.keyboard('{F2}');
    expect(await screen.findByText('Email must be an email address')).toBeTruthy();
    await expectFocus('Email');
    expect(kept()).toBeNull();
  });

  it('waits for the amount due of the form as it is', async () => {
    await complete();
    api.on('POST /subscription/preview', () => new Promise(() => undefined));
    await user.click(screen.getByLabelText('Do not prorate'));
    expect(signUp().disabled).toBe(true);
    await user.keyboard('{F2}');
    expect(kept()).toBeNull();
  });

  describe('by F2 before the amount due is there', () => {
    let amount: PromiseWithResolvers<StubAnswer | null>;

    beforeEach(async () => {
      await complete();
      amount = Promise.withResolvers();
      api.on(preview, async (call) => (await amount.promise) ?? previewOf(call));
      await user.click(screen.getByLabelText('Do not prorate'));
      await user.keyboard('{F2}');
    });

    it('begins with the amount as soon as it is', async () => {
      expect(screen.getByText('Signs up when the amount due is ready')).toBeTruthy();
      expect(kept()).toBeNull();
      amount.resolve(null);
      await waitFor(() => expect(api.calls(attach)).toHaveLength(1));
      expect(kept()).toMatchObject({ value: { terms: { dueToday: 3_299 } } });
    });

    it('does not begin once the form has changed, for the press was not meant for that', async () => {
      await user.click(screen.getByLabelText('Free For Month'));
      amount.resolve(null);
      await waitFor(() => expect(signUp().disabled).toBe(false));
      expect(kept()).toBeNull();
    });

    it('does not begin where the amount could not be computed, which the screen says', async () => {
      amount.resolve({ status: 503, body: stubError('provider_unavailable', 'Stripe is away') });
      const again = await screen.findByRole('button', { name: 'Try Again' });
      api.on(preview, previewOf);
      await user.click(again);
      await waitFor(() => expect(signUp().disabled).toBe(false));
      expect(kept()).toBeNull();
    });
  });
});

function running(): CustomerDetail['subscriptions']['data'][number] {
  return {
    id: 'sub_1',
    status: 'active',
    created: 1_700_000_000,
    current_period_start: null,
    current_period_end: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    terms: '$29.99 a month',
    plan: null,
  };
}
