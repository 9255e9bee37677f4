import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fails, ok, type StubAnswer } from '../../lib/fetch.fixture.ts';
import { answers, box, checkbox, expectHeading, fillIn, inNewTabs, joliet, of, pay, toReview, visit } from './online-page.fixture.tsx';

const result = {
  status: 'complete',
  payment_status: 'paid',
  customer: { name: 'Zoe Young' },
  plan: { name: 'Deluxe', amount: 2_499, total: 2_718 },
  paid: 449,
  site: { number: 12, name: 'Joliet' },
  plate: 'ONLINE1-IL',
  admitted: true,
};

const answerOf = (name: string): StubAnswer => answers[name] as StubAnswer;
const chosenIn = (list: HTMLElement): string | null | undefined => (list as HTMLSelectElement).selectedOptions[0]?.textContent;
/** What a screen reader says after the field's name. */
const describing = (field: HTMLElement): string =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');

inNewTabs();

describe('the customer step', () => {
  it('presets location, plan, the state of plates and the first color', async () => {
    await visit('/online');
    const plan = await screen.findByRole<HTMLInputElement>('radio', { name: /Deluxe/ });
    await waitFor(() => expect(plan.checked).toBe(true));
    expect(chosenIn(screen.getByRole('combobox', { name: 'Location' }))).toBe('Joliet');
    expect(chosenIn(screen.getByRole('combobox', { name: 'Plate state' }))).toBe('Illinois');
    await waitFor(() => expect(chosenIn(screen.getByRole('combobox', { name: 'Color' }))).toBe('Black'));
    expect(document.title).toBe('Online Sales');
  });

  it('takes the location of the address', async () => {
    await visit('/online?site=27');
    expect(chosenIn(await screen.findByRole('combobox', { name: 'Location' }))).toBe('Gary');
    await waitFor(() => expect(chosenIn(screen.getByRole('combobox', { name: 'Plate state' }))).toBe('Indiana'));
  });

  it('puts no other location in the place of one that sells nothing', async () => {
    const { user } = await visit('/online?site=99', {
      'GET /online/plans': ({ path }) =>
        path.includes('site=99') ? ok({ plans: [], count: 0, default: null }) : answerOf('GET /online/plans'),
    });
    const location = await screen.findByRole('combobox', { name: 'Location' });
    expect(chosenIn(location)).toBe('Choose a location');
    expect(screen.getByText('This location sells no plans online. Choose another one, or see a cashier.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(document.activeElement).toBe(location);
    await user.selectOptions(location, 'Joliet');
    expect(await screen.findByRole('radio', { name: /Deluxe/ })).toBeDefined();
  });

  it('reads what is due once the window is wide enough to show it beside the form', async () => {
    const width = Object.assign(new EventTarget(), { matches: false });
    vi.stubGlobal('matchMedia', () => width);
    const { sent } = await visit('/online');
    await waitFor(() => expect(sessionStorage.getItem('online.form')).toContain('"color":"Black"'));
    expect(of(sent, '/online/preview')).toEqual([]);
    width.matches = true;
    act(() => void width.dispatchEvent(new Event('change')));
    expect(await screen.findByText('$4.49')).toBeDefined();
  });

  it('offers models only of a make that has some', async () => {
    const { user } = await visit('/online');
    const make = await screen.findByRole('combobox', { name: 'Make (optional)' });
    await within(make).findByRole('option', { name: 'HONDA' });
    await user.selectOptions(make, 'HONDA');
    expect(await screen.findByRole('combobox', { name: 'Model (optional)' })).toBeDefined();
    await user.selectOptions(make, 'RIVIAN');
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Model (optional)' })).toBeNull());
  });

  it('names what is missing at its field, and goes to the first', async () => {
    const { user, sent } = await visit('/online');
    await screen.findByLabelText('License plate');
    await user.type(box('Cell phone'), '815555');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(document.activeElement).toBe(box('License plate'));
    expect(describing(box('License plate'))).toBe('Enter your plate.');
    expect(describing(box('Cell phone'))).toBe('Enter exactly 10 digits, with the area code.');
    expect(of(sent, '/online/search')).toEqual([]);
    await user.type(box('ZIP or postal code'), '6');
    expect(describing(box('License plate'))).toBe('Enter your plate.');
    expect(describing(box('Email'))).toBe('Enter your email address.');
    expect(describing(box('ZIP or postal code'))).toBe('');
    await user.type(box('License plate'), 'a');
    expect(describing(box('License plate'))).not.toContain('Enter your plate.');
  });

  it('Enter goes to the next field that needs something, and submits at the end', async () => {
    const { user } = await visit('/online');
    await user.type(await screen.findByLabelText('License plate'), 'online1{Enter}');
    expect(document.activeElement).toBe(box('Email'));
    await user.keyboard('zoe@example.com{Enter}8155550100{Enter}60435');
    await waitFor(() => expect(box('City').value).toBe('Joliet'));
    await user.keyboard('{Enter}');
    await expectHeading('Review your plan');
  });

  it('a Canadian code sets the country and clears city and state', async () => {
    const { user } = await visit('/online');
    await fillIn(user);
    await user.clear(box('ZIP or postal code'));
    await user.type(box('ZIP or postal code'), 'k1a 0b1');
    expect(chosenIn(screen.getByRole('combobox', { name: 'Country' }))).toBe('Canada');
    expect(box('City').value).toBe('');
    expect(chosenIn(screen.getByRole('combobox', { name: 'Province' }))).toBe('Choose');
  });

  it('every field says what it is for the browser’s autofill', async () => {
    await visit('/online');
    await screen.findByLabelText('License plate');
    expect(['Email', 'Cell phone', 'ZIP or postal code', 'City'].map((name) => [box(name).autocomplete, box(name).inputMode])).toEqual([
      ['email', 'email'],
      ['tel-national', 'numeric'],
      // a phone's digits cannot write a Canadian code
      ['postal-code', 'text'],
      ['address-level2', ''],
    ]);
    expect(box('ZIP or postal code').getAttribute('autocapitalize')).toBe('characters');
    expect(screen.getByRole('combobox', { name: 'State' }).getAttribute('autocomplete')).toBe('address-level1');
  });

  it('an account ends in the specification’s sentence', async () => {
    const { user, sent } = await visit('/online', { 'POST /online/search': ok({ exists: true }) });
    await fillIn(user);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(
      await screen.findByText(
        'Based on your email address or license plate, it appears you already have/had an account with us. Please see a car wash cashier to reactivate your plan.',
      ),
    ).toBeDefined();
    expect(of(sent, '/online/search')[0]?.body).toEqual({
      email: 'zoe@example.com',
      customercode: 'ONLINE1-IL',
      sessionKey: 'session-1',
      site: 12,
    });
  });

  it('a key that expired while the visitor typed is renewed', async () => {
    let searches = 0;
    const { user } = await visit('/online', {
      'POST /online/search': () => (++searches === 1 ? fails(403, 'session_expired', 'Session expired') : ok({ exists: false })),
    });
    await toReview(user);
    expect(searches).toBe(2);
  });

  it('without the internet it says so, and tries again', async () => {
    let reads = 0;
    const { user } = await visit('/online', {
      'GET /online/locations': () => {
        reads += 1;
        if (reads === 1) throw new TypeError('offline');
        return ok({ locations: [joliet], count: 1, default: null });
      },
    });
    expect(await screen.findByText('No connection. Check your internet connection and try again.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByLabelText('License plate')).toBeDefined();
  });
});

describe('the review step', () => {
  it('shows what is due, takes the terms, and opens the payment page once for a double press', async () => {
    const { user, sent, left } = await visit('/online');
    await toReview(user);
    expect(window.location.search).toBe('?step=review');
    const due = (await screen.findByText('Due today', { selector: 'dt' })).parentElement!;
    await waitFor(() => expect(due.textContent).toContain('$4.49'));
    expect(screen.getByText(/From December 1, 2026/).textContent).toBe(
      'From December 1, 2026: $26.99 on the 1st of each month, with $2.00 tax.',
    );
    await screen.findByText('One transfer per 6 months.');

    await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    expect(document.activeElement).toBe(screen.getByRole('checkbox'));
    expect(screen.getByText('Check the box to agree to the terms.')).toBeDefined();
    expect(of(sent, '/checkout')).toEqual([]);

    await user.click(screen.getByRole('checkbox'));
    await user.dblClick(screen.getByRole('button', { name: 'Continue to Payment' }));
    await waitFor(() => expect(left).toEqual(['https://pay.example/cs_1']));
    expect(of(sent, '/checkout')).toHaveLength(1);
    expect(of(sent, '/checkout')[0]?.body).toEqual({
      address: { city: 'Joliet', state: 'IL', country: 'US', postal_code: '60435' },
      email: 'zoe@example.com',
      plate: 'ONLINE1',
      plateState: 'IL',
      phone: '8155550100',
      CarColor: 'Black',
      PlanId: 'price_1',
      mode: 'subscription',
      termsAgreed: true,
      termsVersion: '2026-12',
      site: 12,
      lang: 'en',
      website: '',
      sessionKey: 'session-1',
    });
  });

  it('Back leads to the form with everything in it', async () => {
    const { user } = await visit('/online');
    await toReview(user);
    window.history.back();
    await expectHeading('Wash as often as you like');
    expect(box('License plate').value).toBe('ONLINE1');
    expect(box('Cell phone').value).toBe('(815) 555-0100');
  });

  it('is where a customer comes back to who did not pay', async () => {
    const { user } = await visit('/online');
    await toReview(user);
    await pay(user);
    cleanup();
    await visit('/online');
    await expectHeading('Review your plan');
    expect(screen.getByText(/The payment wasn’t finished, and nothing was charged/)).toBeDefined();
    await waitFor(() => expect(checkbox().checked).toBe(true));
  });

  it('an address alone opens no review of an empty form', async () => {
    await visit('/online?step=review');
    await expectHeading('Wash as often as you like');
  });
});

describe('after the payment page', () => {
  it('says Drive up once the lanes know the plate, and forgets what was typed', async () => {
    sessionStorage.setItem('online.form', '{"email":"zoe@example.com"}');
    let asked = 0;
    const { sent } = await visit('/online?session_id=cs_1', {
      'GET /checkout/cs_1': () => ok({ ...result, admitted: ++asked > 1 }),
    });
    await expectHeading('Payment received');
    await expectHeading('Drive up');
    expect(screen.getByRole('img', { name: 'ONLINE1-IL' })).toBeDefined();
    expect(screen.getByText('Welcome, Zoe Young.')).toBeDefined();
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      'Deluxe',
      'ONLINE1-IL',
      '$4.49',
      '$27.18 with tax',
    ]);
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Manage your plan' }).pathname).toBe('/member');
    expect(of(sent, '/checkout/cs_1')).toHaveLength(2);
    // the address opens the result no more, a reload of this tab does
    expect(window.location.search).toBe('');
    expect(window.history.state).toEqual({ checkout: 'cs_1' });
    expect(sessionStorage.getItem('online.form')).toBeNull();
  });

  it.each([
    [ok({ ...result, status: 'expired', customer: null, admitted: false }), 'This payment page has expired'],
    [fails(404, 'checkout_not_found', 'Sign-up not found'), 'This sign-up wasn’t found'],
  ])('%o begins again', async (answer, title) => {
    const { user, left } = await visit('/online?site=12&session_id=cs_1', { 'GET /checkout/cs_1': answer });
    await expectHeading(title);
    await user.click(screen.getByRole('button', { name: 'Start Again' }));
    expect(left.map((address) => new URL(address).search)).toEqual(['?site=12']);
  });
});

describe('in Spanish', () => {
  it('speaks it from the first word, and changes by hand', async () => {
    const { user } = await visit('/online?lang=es', {}, 'es');
    await expectHeading('Lave su auto cuantas veces quiera');
    await waitFor(() => expect(chosenIn(screen.getByRole('combobox', { name: 'Color' }))).toBe('Negro'));
    expect(document.documentElement.lang).toBe('es');
    await user.click(screen.getByRole('button', { name: 'English' }));
    await expectHeading('Wash as often as you like');
    expect(document.documentElement.lang).toBe('en');
    expect(new URL(window.location.href).searchParams.get('lang')).toBe('en');
  });
});
