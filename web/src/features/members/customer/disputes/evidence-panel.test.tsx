import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { evidenceTextNames, type EvidencePack } from '@washdesk/contracts/billing/dispute-evidence';
import { Role } from '@washdesk/rules/company/roles';
import { stubError, type StubApi } from '../../../../testing/api.ts';
import { apiOf, showCustomer } from '../customer-screen.fixture.tsx';
import { testDispute } from './dispute.fixture.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const texts = {
  ...(Object.fromEntries(evidenceTextNames.map((name) => [name, ''])) as EvidencePack['texts']),
  customer_name: 'Moore, Ada',
  access_activity_log: '2 washes of this customer',
};

const pack = (more: Partial<EvidencePack> = {}): EvidencePack => ({
  dispute: 'du_1',
  open: true,
  pack: null,
  saved: null,
  submitted: null,
  texts,
  parts: [
    { part: 'agreement', count: 1 },
    { part: 'signature', count: 0 },
    { part: 'washes', count: 2 },
    { part: 'charges', count: 1 },
  ],
  ...more,
});

const id = '00000000-0000-4000-8000-000000000009';
const saved = (more: Partial<EvidencePack> = {}) =>
  pack({ pack: id, saved: { at: '2026-11-20T15:30:00.000Z', by: 'Sam Fuller' }, ...more });

async function openEvidence(found: EvidencePack, roles: number = Role.Admin): Promise<StubApi> {
  const api = apiOf();
  api.on('GET /customer/cus_1/disputes', { body: { disputes: [testDispute()], count: 1, counted: 1, next_page: null } });
  api.on('GET /dispute/du_1/evidence', { body: found });
  showCustomer({ hash: '#disputes', roles });
  await userEvent.click(await screen.findByRole('button', { name: 'Evidence' }));
  await screen.findByRole('heading', { name: 'Evidence for the dispute of $29.99' });
  return api;
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const field = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name });

describe('the evidence of a dispute', () => {
  it('shows what the records hold and what is missing', async () => {
    await openEvidence(pack());
    const held = screen.getByRole('list', { name: 'PDF contents' });
    expect(
      within(held)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Agreement', 'No signature', '2 washes', '1 earlier charge']);
    expect(field('Customer name').value).toBe('Moore, Ada');
    expect(screen.getByText('Fraudulent')).toBeTruthy();
  });

  it('is saved before it is handed in, and then handed in as it was saved', async () => {
    const api = await openEvidence(pack());
    expect(button('Submit').disabled).toBe(true);
    await userEvent.type(field('Additional information'), 'She signed. ');
    const kept = { ...texts, uncategorized_text: 'She signed.' };
    api.on('PUT /dispute/du_1/evidence', { body: saved({ texts: kept }) });
    await userEvent.click(button('Save'));
    expect(await screen.findByText(/, Sam Fuller$/)).toBeTruthy();
    expect(api.calls('PUT /dispute/du_1/evidence')[0]?.body).toEqual({ texts: kept });
    await waitFor(() => expect(button('Submit').disabled).toBe(false));
    api.on('POST /dispute/du_1/evidence/submit', {
      body: saved({ texts: kept, open: false, submitted: { at: '2026-11-20T15:31:00.000Z', by: 'Sam Fuller' } }),
    });
    await userEvent.click(button('Submit'));
    const dialog = await screen.findByRole('dialog', { name: 'Submit Evidence' });
    expect(within(dialog).getByText(/You can submit evidence only once/)).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: /^Submit/ }));
    expect(await within(dialog).findByText('Evidence submitted.')).toBeTruthy();
    expect(api.calls('POST /dispute/du_1/evidence/submit')[0]?.body).toEqual({ pack: id });
  });

  it('needs an approval below Admin', async () => {
    await openEvidence(saved(), Role.SupportCenter);
    expect(button('Submit (needs approval)').disabled).toBe(false);
  });

  it('that another user replaced meanwhile is read again', async () => {
    const api = await openEvidence(saved());
    const message = 'Someone else changed the evidence. Review it before you submit';
    api.on('POST /dispute/du_1/evidence/submit', { status: 409, body: stubError('preview_outdated', message) });
    await userEvent.click(button('Submit'));
    const dialog = await screen.findByRole('dialog', { name: 'Submit Evidence' });
    await userEvent.click(within(dialog).getByRole('button', { name: /^Submit/ }));
    expect(await within(dialog).findByText(message)).toBeTruthy();
  });

  it('says that a text is too long, and keeps what was typed where it was refused', async () => {
    const api = await openEvidence(saved({ texts: { ...texts, uncategorized_text: 'x'.repeat(20_001) } }));
    expect(screen.getByText('20,001 of 20,000 characters')).toBeTruthy();
    await userEvent.click(button('Save'));
    expect(await screen.findByText(/ must have at most 20,000 characters$/)).toBeTruthy();
    expect(api.calls('PUT /dispute/du_1/evidence')).toEqual([]);
  });

  it('is not left by mistake while something is not saved', async () => {
    await openEvidence(pack());
    await userEvent.type(field('Customer name'), ' B.');
    await userEvent.click(button('Back to Disputes'));
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await userEvent.click(within(question).getByRole('button', { name: /Keep Editing/ }));
    expect(field('Customer name').value).toBe('Moore, Ada B.');
    await userEvent.click(button('Back to Disputes'));
    await userEvent.click(await screen.findByRole('button', { name: 'Discard Changes' }));
    expect(await screen.findByRole('list', { name: 'Disputes' })).toBeTruthy();
  });

  it('that was handed in is read and no more changed', async () => {
    await openEvidence(saved({ open: false, submitted: { at: '2026-11-20T15:31:00.000Z', by: 'Sam Fuller' } }));
    expect(field('Customer name').readOnly).toBe(true);
    expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
    expect(screen.getByText('Submitted')).toBeTruthy();
    await userEvent.click(button('Back to Disputes'));
    expect(await screen.findByRole('list', { name: 'Disputes' })).toBeTruthy();
  });

  it('gives its PDF, the saved one where there is one', async () => {
    const api = await openEvidence(saved());
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    api.on('GET /dispute/du_1/evidence/pdf', { body: { pdf: 'data:application/pdf;base64,JVBERg==' } });
    await userEvent.click(button('Download PDF'));
    await waitFor(() => expect(click).toHaveBeenCalledOnce());
    expect(api.calls('GET /dispute/du_1/evidence/pdf')[0]?.query).toEqual({ pack: id });
    expect((click.mock.contexts[0] as HTMLAnchorElement).download).toBe('evidence-du_1.pdf');
  });

  it('that cannot be loaded says so and can be tried again', async () => {
    const api = apiOf();
    api.on('GET /customer/cus_1/disputes', { body: { disputes: [testDispute()], count: 1, counted: 1, next_page: null } });
    api.on('GET /dispute/du_1/evidence', { status: 500, body: stubError('internal', 'Unknown Error Occurred') });
    showCustomer({ hash: '#disputes', roles: Role.SupportCenter });
    await userEvent.click(await screen.findByRole('button', { name: 'Evidence' }));
    expect(await screen.findByText('Error Loading Data from evidence')).toBeTruthy();
    expect(screen.getByRole('button', { name: /again/i })).toBeTruthy();
  });
});
