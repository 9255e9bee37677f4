import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cancelCard, stubCardCapture, typeCard } from '../../../domain/card-capture/typed-card.fixture.ts';
import { stubError, type StubAnswer, type StubApi } from '../../../testing/api.ts';
import { testCharge } from '../../../testing/charge.ts';
import { beginTest, button, dialog, endTest, field, found, open, refundButton, reload, sale } from './refund-screen.fixture.tsx';

let api: StubApi;
let user: UserEvent;
beforeEach(() => {
  ({ api, user } = beginTest());
  stubCardCapture(api);
});
afterEach(endTest);

describe('the open refund', () => {
  const opened = { id: 're_1', amount: 1_250, status: 'succeeded', missing: 0, refunds: [] };
  const processButton = () => button('Process Refund');
  const openDialog = async (): Promise<HTMLElement> => {
    open(sale);
    await field('Amount');
    await user.keyboard('{F10}');
    return dialog();
  };

  it('is processed only when a card is captured, and to that card', async () => {
    api.on('POST /refund', { body: opened });
    await openDialog();
    expect((await processButton()).disabled).toBe(true);
    await user.type(await field('Note'), 'No receipt');
    await user.keyboard('{F2}');
    expect(api.calls('POST /refund')).toEqual([]);

    await user.keyboard('{F6}');
    await typeCard(user, 'Keep Card');
    await within(await dialog()).findByLabelText('Visa ending in 4242');
    expect(document.activeElement).toBe(await field('Refund amount'));
    await user.keyboard('{F2}');
    expect(await screen.findByText('Refund [re_1] Processed Successfully')).toBeTruthy();
    const [sent] = api.calls('POST /refund');
    expect(sent).toMatchObject({ query: { last4: '4242' }, body: { amount: 1_250, notes: 'No receipt', setupIntent: 'seti_1' } });
  });

  it('keeps the keys when the charges of the sale are found only now', async () => {
    const charges = Promise.withResolvers<StubAnswer>();
    api.on('POST /charge/search', () => charges.promise);
    await openDialog();
    const note = await field('Note');
    await user.click(note);
    charges.resolve(found([testCharge('ch_1')]));
    await refundButton('$12.50');
    expect(document.activeElement).toBe(note);
  });

  it('pressed twice is asked for once, and one whose answer a reload swallowed is there', async () => {
    api.on('POST /refund', () => new Promise(() => undefined));
    await openDialog();
    await user.keyboard('{F6}');
    await typeCard(user, 'Keep Card');
    await user.type(await field('Note'), 'No receipt');
    await user.dblClick(await processButton());
    await user.keyboard('{F2}');
    expect(api.calls('POST /refund')).toHaveLength(1);
    const key = api.calls('POST /refund')[0]!.headers.get('idempotency-key')!;
    api.on(`GET /operation/${key}`, { body: { id: 'd', kind: 'card.refund', state: 'done', status: 200, answer: opened } });
    reload(sale);
    expect(await screen.findByText('Refund [re_1] Processed Successfully')).toBeTruthy();
    expect(api.calls('POST /refund')).toHaveLength(1);
  });

  it('tells plainly what could not be given back', async () => {
    api.on('POST /refund', { body: { ...opened, amount: 1_000, missing: 250 } });
    await openDialog();
    await user.click(await button('Capture Card'));
    await typeCard(user, 'Keep Card');
    await user.type(await field('Note'), 'No receipt{Enter}');
    expect(await screen.findByText(/\$2\.50 wasn’t refunded/)).toBeTruthy();
  });

  it('says why it failed', async () => {
    const words = 'Only $5.00 of earlier charges to this card can be refunded';
    api.on('POST /refund', { status: 409, body: stubError('not_enough_to_refund', words) });
    await openDialog();
    await user.keyboard('{F6}');
    await typeCard(user, 'Keep Card');
    await user.type(await field('Note'), 'No receipt{Enter}');
    expect(await screen.findByText('Failed to Process Refund')).toBeTruthy();
    expect(screen.getByText(words)).toBeTruthy();
  });

  it('keeps its form and card over a reload, and a capture that was given up changes nothing', async () => {
    await openDialog();
    await user.keyboard('{F6}');
    await cancelCard(user);
    expect(screen.getByText('No card captured yet')).toBeTruthy();
    await user.keyboard('{F6}');
    await typeCard(user, 'Keep Card');
    await user.type(await field('Note'), 'No receipt');
    reload(sale);
    expect((await field('Note')).value).toBe('No receipt');
    expect(within(await dialog()).getByLabelText('Visa ending in 4242')).toBeTruthy();
  });
});
