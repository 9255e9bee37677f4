import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PriceIncreaseDetail } from '@washdesk/contracts/billing/plans/price-increase';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { IncreaseMembers } from './increase-members.tsx';
import { IncreaseNoticesSection } from './increase-notices.tsx';

let stub: StubApi;
const id = '019aa000-0000-7000-8000-000000000001';
const roles = Role.Scheduler;
const shown = { id, name: 'Super Kiss 2027', state: 'done', counts: [] } as unknown as PriceIncreaseDetail;
const notices = { counts: [], tellBy: '2027-01-02T10:00:00.000Z', late: 0, hours: { from: '09:00', to: '19:00' } };
const words = { text: 'From 02/01/2027 on', subject: 'A new price', letter: 'Dear Ada Moore,' };
const preview = {
  subscription: 'sub_1',
  name: 'Moore, Ada',
  notice: words,
  retraction: { text: 'The price stays', subject: 'No new price', letter: 'Dear Ada Moore, it stays' },
  next: 'sub_2',
};

beforeEach(() => {
  stub = stubApi();
  stub.on('GET /location', { body: { locations: [], count: 0 } });
  stub.on(`GET /priceincrease/${id}/notices`, { body: notices });
  stub.on(`GET /priceincrease/${id}/notices/preview`, { body: preview });
  stub.on(`GET /priceincrease/${id}/members`, { body: { members: [], next_page: null } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the notices of an increase', () => {
  const open = (): void => renderScreen(<IncreaseNoticesSection increase={shown} />, { path: '/office/increase', roles });
  const counts = [
    { kind: 'increase', state: 'sent', channel: 'sms', members: 1_200 },
    { kind: 'increase', state: 'sent', channel: 'email', members: 40 },
    { kind: 'increase', state: 'letter', channel: null, members: 2 },
    { kind: 'retraction', state: 'printed', channel: null, members: 3 },
    { kind: 'increase', state: 'queued', channel: 'sms', members: 5 },
  ];
  const told = (more: object) => stub.on(`GET /priceincrease/${id}/notices`, { body: { ...notices, counts, ...more } });
  const letters = ['019aa000-0000-7000-8000-000000000011', '019aa000-0000-7000-8000-000000000012'];

  it('are shown in the words of one member after the other, as each way has them', async () => {
    open();
    expect(await screen.findByText('From 02/01/2027 on')).toBeTruthy();
    expect(screen.getByText(/^Notices are sent from 9:00 AM to 7:00 PM local time/)).toBeTruthy();
    await userEvent.click(screen.getByText('Letter'));
    expect(screen.getByText('Dear Ada Moore,')).toBeTruthy();
    await userEvent.click(screen.getByText('If undone'));
    expect(screen.getByText('Dear Ada Moore, it stays')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Another Member' }));
    await waitFor(() => expect(stub.calls(`GET /priceincrease/${id}/notices/preview`).at(-1)?.query).toEqual({ subscription: 'sub_2' }));
  });

  it('say how many were told, and by which way', async () => {
    told({});
    open();
    await screen.findByText('Withdrawal notices');
    const fact = (label: string) => screen.getAllByText(label)[0]?.nextSibling?.textContent;
    expect(screen.getAllByText('Letters printed').map(({ nextSibling }) => nextSibling?.textContent)).toEqual(['0', '3']);
    expect(['Waiting', 'Sent by text', 'Sent by email', 'Letters to print'].map(fact)).toEqual(['5', '1,200', '40', '2']);
    expect(screen.queryByText(/were not notified 30 days in advance/)).toBeNull();
  });

  it('say who was not told in time, and where to find them', async () => {
    told({ late: 7 });
    open();
    expect(await screen.findByText('7 members were not notified 30 days in advance')).toBeTruthy();
    cleanup();
    renderScreen(<IncreaseMembers increase={shown} />, { path: '/office/increase', roles });
    await userEvent.click(screen.getByRole('combobox', { name: 'Notice' }));
    await userEvent.click(await screen.findByTitle('Not notified in time'));
    await waitFor(() => expect(stub.calls(`GET /priceincrease/${id}/members`).at(-1)?.query).toEqual({ notice: 'late' }));
  });

  it('that are letters are downloaded, printed, and told apart from those that were taken back', async () => {
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    told({});
    stub.on(`GET /priceincrease/${id}/letters`, { body: { letters, waiting: 2, pdf: 'data:application/pdf;base64,JVBERg==' } });
    stub.on(`POST /priceincrease/${id}/letters/printed`, { body: { printed: 1, dropped: 1 } });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Download 2 letters as PDF' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as Printed' }));
    expect(await screen.findByText('1 letter was withdrawn. Don’t mail it.')).toBeTruthy();
    expect((click.mock.contexts[0] as HTMLAnchorElement).download).toBe('letters-super-kiss-2027.pdf');
    expect(stub.calls(`POST /priceincrease/${id}/letters/printed`)[0]?.body).toEqual({ letters });
    click.mockRestore();
  });

  it('that are letters are not downloaded again if a later download fails', async () => {
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    told({});
    stub.on(`GET /priceincrease/${id}/letters`, { body: { letters, waiting: 2, pdf: 'data:application/pdf;base64,JVBERg==' } });
    open();
    const button = await screen.findByRole('button', { name: 'Download 2 letters as PDF' });
    await userEvent.click(button);
    await screen.findByRole('button', { name: 'Mark as Printed' });
    stub.on(`GET /priceincrease/${id}/letters`, { status: 503, body: stubError('busy', 'The database is busy') });
    await userEvent.click(button);
    expect(await screen.findByText('The database is busy')).toBeTruthy();
    expect(click.mock.contexts).toHaveLength(1);
    click.mockRestore();
  });
});
