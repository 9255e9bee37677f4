import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fails, ok } from '../../lib/fetch.fixture.ts';
import { checkbox, expectHeading, inNewTabs, of, pay, toReview, visit } from './online-page.fixture.tsx';

inNewTabs();

describe('a refused sign-up', () => {
  it.each([
    [fails(409, 'plan_not_offered', 'This plan isn’t sold online'), 'This plan is no longer sold online here. Choose another one.'],
    [fails(409, 'plate_mismatch', 'No'), 'This plan doesn’t fit your plate. Choose another plan, or check the plate.'],
    [
      { status: 400, body: { code: 'bad_request', message: 'No', problems: [{ path: 'body.phone', message: 'must be 10 digits' }] } },
      'Check the marked fields.',
    ],
    [
      { status: 400, body: { code: 'bad_request', message: 'Not accepted', problems: [{ path: 'body.website', message: 'no' }] } },
      'Not accepted',
    ],
    [{ status: 400, body: '<html>' }, 'We are having trouble processing your request.'],
    [
      { status: 400, body: { code: 'bad_request', message: 'No such color', problems: [{ path: 'body.CarColor', message: 'no' }] } },
      'No such color',
    ],
  ])('%o goes back to the form', async (refusal, sentence) => {
    const { user } = await visit('/online', { 'POST /checkout': refusal });
    await toReview(user);
    await pay(user);
    await expectHeading('Wash as often as you like');
    expect(screen.getByText(sentence)).toBeDefined();
  });

  it('of an account ends there', async () => {
    const { user } = await visit('/online', { 'POST /checkout': fails(409, 'existing_account', 'exists') });
    await toReview(user);
    await pay(user);
    await expectHeading('Account found');
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Manage your plan' }).pathname).toBe('/member');
  });

  it('waits for its turn among many, and goes on by itself', async () => {
    const keys: (string | undefined)[] = [];
    const busy = { code: 'too_many_requests', message: 'Wait', requestId: '1', details: { retryAfterSeconds: 1 } };
    const { user, left } = await visit('/online', {
      'POST /checkout': ({ headers }) => {
        keys.push(headers['idempotency-key']);
        return keys.length === 1 ? { status: 429, body: busy } : ok({ url: 'https://pay.example/cs_1' });
      },
    });
    await toReview(user);
    await pay(user);
    await waitFor(() => expect(left).toHaveLength(1));
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  it('while another call of it runs keeps its key', async () => {
    const { user, sent, left } = await visit('/online', {
      'POST /checkout': () =>
        of(sent, '/checkout').length === 1 ? fails(409, 'in_progress', 'busy') : ok({ url: 'https://pay.example/cs_1' }),
    });
    await toReview(user);
    await pay(user);
    await user.click(await screen.findByRole('button', { name: 'Back to Review' }));
    await expectHeading('Review your plan');
    await pay(user);
    await waitFor(() => expect(left).toHaveLength(1));
    const [first, second] = of(sent, '/checkout').map(({ headers }) => headers['idempotency-key']);
    expect(second).toBe(first);
  });

  it('while another person pays for the plate says how long', async () => {
    const open = { code: 'checkout_open', message: 'open', requestId: '1', details: { retryAfterSeconds: 700 } };
    const { user } = await visit('/online', { 'POST /checkout': { status: 409, body: open } });
    await toReview(user);
    await pay(user);
    expect(await screen.findByText(/Finish it there, or try again in 12 minutes\./)).toBeDefined();
  });

  it('with changed terms asks again', async () => {
    let version = 0;
    const { user } = await visit('/online', {
      'POST /checkout': fails(409, 'terms_changed', 'changed'),
      'GET /online/terms': () => ok({ version: `v${++version}`, lang: 'en', paragraphs: [`Terms ${version}`] }),
    });
    await toReview(user);
    await pay(user);
    expect(await screen.findByText('The terms have changed. Read them again, then agree to them.')).toBeDefined();
    expect(await screen.findByText('Terms 2')).toBeDefined();
    expect(checkbox().checked).toBe(false);
  });

  it('with the server’s message has a phone number and no other try', async () => {
    const { user } = await visit('/online', { 'POST /checkout': fails(500, 'broken', 'The card network is closed') });
    await toReview(user);
    await pay(user);
    await expectHeading('An error occurred processing your request');
    expect(screen.getByText('Error Completing Signup')).toBeDefined();
    expect(screen.getByText('The card network is closed')).toBeDefined();
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: '1-800-843-5477' }).href).toBe('tel:+18008435477');
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
  });

  it('without a message is tried again under the same key', async () => {
    const keys: (string | undefined)[] = [];
    const { user, left } = await visit('/online', {
      'POST /checkout': ({ headers }) => {
        keys.push(headers['idempotency-key']);
        if (keys.length === 1) throw new TypeError('lost');
        return ok({ url: 'https://pay.example/cs_1' });
      },
    });
    await toReview(user);
    await pay(user);
    await expectHeading('An error occurred processing your request');
    expect(screen.getByText('We are having trouble processing your request')).toBeDefined();
    expect(screen.queryByRole('link', { name: '1-800-843-5477' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(left).toHaveLength(1));
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  });
});
