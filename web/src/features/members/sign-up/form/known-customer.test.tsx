import { screen } from '@testing-library/react';
import { type UserEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useCustomerGeneralQuery } from '../../../../domain/customers/customer-api.ts';
import { stubError, type StubApi } from '../../../../testing/api.ts';
import { renderScreen } from '../../../../testing/screen.tsx';
import { SignUpScreen } from '../sign-up-screen.tsx';
import { aStoredCard, beginTest, cardsOf, endTest, field, known, missing, showSignUp } from '../sign-up.fixture.tsx';

const general = 'GET /customer/cus_known/general';

let api: StubApi;
let user: UserEvent;

beforeEach(() => {
  ({ api, user } = beginTest());
});
afterEach(endTest);

it('keeps the focus in the field that is typed into', async () => {
  await showSignUp('?customer=cus_known');
  await user.click(field('First name'));
  await user.keyboard('ie');
  expect(field('First name').value).toBe('Annie');
  expect(document.activeElement).toBe(field('First name'));
});

describe('stored cards', () => {
  const choice = (name: RegExp) => screen.findByRole<HTMLInputElement>('radio', { name });

  it('are shown with the default one marked, none is chosen by itself, and the chosen one pays', async () => {
    api.on('GET /customer/cus_known/cards', cardsOf(aStoredCard({ default: false }), aStoredCard({ id: 'card-2', last4: '1881' })));
    await showSignUp('?customer=cus_known');
    const marked = await choice(/1881.*Default/);
    expect((await choice(/4242/)).checked).toBe(false);
    expect(marked.checked).toBe(false);
    expect(missing()).toContain('Payment method');
    await user.click(marked);
    expect(missing()).not.toContain('Payment method');
  });

  it('that cannot be loaded are asked for again, and a card can be captured meanwhile', async () => {
    api.on('GET /customer/cus_known/cards', { status: 503, body: stubError('stripe_unavailable', 'Stripe is away') });
    await showSignUp('?customer=cus_known');
    expect(await screen.findByText(/Couldn’t load the customer’s saved cards/)).toBeTruthy();
    expect(screen.getByRole('button', { name: /Capture Card/ })).toBeTruthy();
    api.on('GET /customer/cus_known/cards', cardsOf(aStoredCard({})));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await choice(/4242/)).toBeTruthy();
  });
});

describe('a customer whom another screen has shown', () => {
  /** The previous screen, with a link to the sign-up. */
  function Earlier() {
    const [left, setLeft] = useState(false);
    const { data } = useCustomerGeneralQuery({ params: { id: 'cus_known' } });
    if (left) return <SignUpScreen />;
    return data ? <button onClick={() => setLeft(true)}>Sign up</button> : null;
  }
  const leave = async (): Promise<void> => {
    renderScreen(<Earlier />, { path: '/customers/new', address: '/customers/new?customer=cus_known' });
    await user.click(await screen.findByRole('button', { name: 'Sign up' }));
  };

  it('begins with what the API says now', async () => {
    let asked = 0;
    api.on(general, () => ({ body: asked++ === 0 ? known : { ...known, firstName: 'Anna' } }));
    await leave();
    expect(screen.queryByDisplayValue('Ann')).toBeNull();
    expect(await screen.findByDisplayValue('Anna')).toBeTruthy();
  });

  it('is not signed up with data that could not be read again', async () => {
    let asked = 0;
    api.on(general, () => (asked++ === 0 ? { body: known } : { status: 500, body: stubError('internal', 'The database is away') }));
    await leave();
    expect(await screen.findByText('The database is away')).toBeTruthy();
    expect(screen.queryByDisplayValue('Ann')).toBeNull();
  });
});
