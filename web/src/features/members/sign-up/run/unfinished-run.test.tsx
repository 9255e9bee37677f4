import { cleanup, screen } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StubApi } from '../../../../testing/api.ts';
import { field, known, openSignUp, stubSignUp } from '../sign-up.fixture.tsx';
import { persistedRunKey } from './run-screen.fixture.tsx';
import { newRun } from './run.fixture.ts';
import type { SignUpRunState } from './run.ts';

const refused: SignUpRunState = {
  ...newRun(),
  refusal: { step: 'customer', code: 'code_taken', message: 'This tag is another customer’s', requestId: '' },
};

let api: StubApi;
let user: UserEvent;

beforeEach(() => {
  api = stubSignUp();
  api.on('GET /customer/customercheck/BEA123-IL', { body: { customers: [] } });
  // no response, so the resumed run stays in progress
  api.on('POST /customer', () => new Promise(() => undefined));
  user = userEvent.setup({ delay: null });
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

/** Leaves a run behind: Sign Up was pressed for the plate ADA123-IL and the screen closed. */
function leftBehind(run: SignUpRunState): void {
  const persist = (name: string, value: unknown): void => sessionStorage.setItem(name, JSON.stringify({ owner: 'ann', value }));
  persist(persistedRunKey, run);
  persist('washdesk.persisted.sign-up-form', { entry: 'code ADA124-IL', form: run.form, storedPlate: null });
}

const question = () => screen.findByRole('alert', { name: 'Another sign-up isn’t finished' });
const calls = () => api.calls('POST /customer');

describe('while a sign-up is not finished', () => {
  it.each(['', '?code=ADA123-IL', '?code=ADA124-IL'])('/customers/new%s continues with it', async (query) => {
    leftBehind(newRun());
    openSignUp(query);
    expect(await screen.findByRole('status', { name: 'Signing up' })).toBeTruthy();
  });

  it.each(['?code=BEA123-IL', '?customer=cus_known'])('%s tells whose it is and does nothing of it', async (query) => {
    leftBehind(newRun());
    openSignUp(query);
    expect((await question()).textContent).toContain('Ada Moore, ADA123-IL. It stopped at step 1 of 9 (Create the customer).');
    expect(screen.queryByText('Signing up')).toBeNull();
    expect(calls()).toEqual([]);
  });

  it('whose outcome is not known it can only be continued', async () => {
    leftBehind(newRun());
    openSignUp('?code=BEA123-IL');
    await question();
    expect(screen.queryByRole('button', { name: /^Leave It/ })).toBeNull();
    await user.keyboard('{F4}');
    await question();
    await user.keyboard('{F2}');
    expect(await screen.findByRole('status', { name: 'Signing up' })).toBeTruthy();
    expect(calls()).toHaveLength(1);
  });

  it('but stands still, it can be left for the new one, and is gone', async () => {
    leftBehind(refused);
    openSignUp('?code=BEA123-IL');
    expect((await question()).textContent).toContain('(Create the customer): The sign-up needs a correction.');
    await user.click(screen.getByRole('button', { name: /^Leave It and Start New/ }));
    await screen.findByText('Super Kiss');
    expect(field('Plate').value).toBe('BEA123-IL');
    expect(field('First name').value).toBe('');
    expect(sessionStorage.getItem(persistedRunKey)).toBeNull();
    expect(calls()).toEqual([]);
  });

  it('and stands still, it can be continued where it stands', async () => {
    leftBehind(refused);
    api.on('GET /customer/cus_known/general', { body: known });
    openSignUp('?customer=cus_known');
    await question();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('This tag is another customer’s')).toBeTruthy();
  });
});
