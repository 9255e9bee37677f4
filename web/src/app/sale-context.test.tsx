import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { ok, stubFetch } from '../lib/fetch.fixture.ts';
import { readSale, saleDone, selectSale } from '../lib/register-context.ts';
import { testDevice, testSession, startupAnswers, renderApp } from './app.fixture.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const query = '?amount=12.5&saleid=4711&customerId=cus_1&xptUser=Washcashier1&returnToRedeem=true';
const sale = readSale(query);
const enrolled = { ...startupAnswers, 'GET /device/current': ok({ device: testDevice }) };
const signedIn = { ...enrolled, 'POST /auth/refreshtoken': ok(testSession(Role.Cashier)) };
const nowhere = { locationId: null, readerId: null };

describe("a register's sale", () => {
  it('goes through the gates and the sign-in to its screen', async () => {
    stubFetch({
      ...enrolled,
      'GET /firebird/employee/1001': ok({ employeeId: 1001, userid: 'casey', name: 'Casey Nguyen' }),
      'POST /auth/loginemployee': ok(testSession(Role.Cashier)),
    });
    const { here, store } = renderApp(`/${query}`, nowhere);
    await screen.findByText('No Terminal');
    await userEvent.click(screen.getByRole('button', { name: 'Set Reader' }));
    await userEvent.type(await screen.findByLabelText('Employee number'), '1001{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(here()).toBe(`/charge${query}`));
    expect(selectSale(store.getState())).toEqual(sale);
  });

  it('outlives a reload on the way and at its screen', async () => {
    stubFetch(enrolled);
    const first = renderApp(`/${query}`);
    await screen.findByLabelText('Employee number');
    const atSignIn = first.here();
    cleanup();
    stubFetch(signedIn);
    const second = renderApp(atSignIn);
    await waitFor(() => expect(second.here()).toBe(`/charge${query}`));
    expect(selectSale(second.store.getState())).toEqual(sale);
    const atCharge = second.here();
    cleanup();
    const third = renderApp(atCharge);
    expect((await screen.findAllByText('$12.50')).length).toBeGreaterThan(0);
    expect(selectSale(third.store.getState())).toEqual(sale);
  });

  it('stays while other screens are opened, and ends with the next sale or when it is done', async () => {
    stubFetch(signedIn);
    const { router, store, here } = renderApp(`/search${query}`);
    await screen.findByRole('heading', { name: 'Customer Lookup' });
    await act(() => router.navigate('/search?searchString='));
    expect(selectSale(store.getState())).toEqual(sale);
    await act(() => router.navigate('/?amount=-3&saleid=4712'));
    await waitFor(() => expect(here()).toContain('/refund'));
    expect(selectSale(store.getState())).toEqual(readSale('?amount=-3&saleid=4712'));
    act(() => void store.dispatch(saleDone()));
    await act(() => router.navigate('/search'));
    expect(selectSale(store.getState())).toBeNull();
  });

  it.each(['12.505', '', 'twelve'])('with the amount %j is not opened, and says why', async (amount) => {
    stubFetch(signedIn);
    const { here } = renderApp(`/?amount=${amount}&saleid=4711&xptUser=Washcashier1`);
    expect(await screen.findByText('Required Data is Missing: amount not found.')).toBeTruthy();
    expect(here()).toContain('/?amount=');
  });
});

it('the terminal that a register named stays when its sale is done', async () => {
  const sent = stubFetch(signedIn);
  const { router, store, here } = renderApp(`/search${query}`);
  await screen.findByRole('heading', { name: 'Customer Lookup' });
  act(() => void store.dispatch(saleDone()));
  await act(() => router.navigate('/?saleid=4713&amount=0'));
  await waitFor(() => expect(here()).toBe('/search?saleid=4713&amount=0'));
  const asked = sent.filter(({ path }) => path.startsWith('/firebird/terminallookup')).map(({ path }) => path);
  expect(new Set(asked)).toEqual(new Set(['/firebird/terminallookup?xptUser=Washcashier1']));
});
