import { screen } from '@testing-library/react';
import { type UserEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useCustomerGeneralQuery } from '../../../../domain/customer-api.ts';
import { stubError, type StubApi } from '../../../../test-api.ts';
import { renderScreen } from '../../../../test-screen.tsx';
import { SignUpScreen } from '../sign-up-screen.tsx';
import { beginTest, endTest, field, known, showSignUp } from '../test-sign-up.tsx';

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

describe('a customer whom another screen has shown', () => {
  /** That screen, from which a press leads to the sign-up. */
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

  it('is not signed up with what nobody could look up again', async () => {
    let asked = 0;
    api.on(general, () => (asked++ === 0 ? { body: known } : { status: 500, body: stubError('internal', 'The database is away') }));
    await leave();
    expect(await screen.findByText('The database is away')).toBeTruthy();
    expect(screen.queryByDisplayValue('Ann')).toBeNull();
  });
});
