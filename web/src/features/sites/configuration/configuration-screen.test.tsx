import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { ConfigurationScreen } from './configuration-screen.tsx';

const north = { id: 'north', name: 'North', driver: 'modbus-gate', lane: 1, host: '10.0.0.5', port: 502, coil: 0 };
const printer = { id: 'printer', name: 'Register 1', driver: 'escpos-printer', host: '10.0.0.9', port: 9100 };
const reader = { id: 'reader', name: 'Reader', driver: 'llrp-reader', host: '10.0.0.7', port: 5084, antennas: { '1': 1 } };
const content = { devices: [north, printer, reader], lanes: { autoOpen: [1] } };
const saved = {
  version: 4,
  reason: 'New printer',
  author: 'Alex Moreau',
  created: '2026-11-20T12:00:00.000Z',
  outcome: 'applied',
  outcomeAt: '2026-11-20T12:00:20.000Z',
  problems: [] as object[],
};
const joliet = { site: 12, name: 'Joliet', online: true, running: { version: 4, state: 'applied', newest: 4, stored: true } };
const boise = { site: 27, name: 'Boise', online: false, running: null };

let stub: StubApi;
/** Answers both reads of site 12 with this newest version. */
function answer(newest: object | null, more: object = {}): void {
  stub.on('GET /site-configuration', {
    body: {
      sites: [
        { ...joliet, newest: newest && { ...saved, ...newest } },
        { ...boise, newest: null },
      ],
    },
  });
  stub.on('GET /site/12/configuration', { body: { ...joliet, newest: newest && { ...saved, content, ...newest }, applied: 4, ...more } });
}
beforeEach(() => {
  stub = stubApi();
  answer({});
  stub.on('GET /site/27/configuration', { body: { ...boise, newest: null, applied: null } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(address = '/admin/sites/configuration?site=12'): Promise<void> {
  renderScreen(<ConfigurationScreen />, { path: '/admin/sites/configuration', address, roles: Role.Admin });
  await screen.findByRole('heading', { name: 'Site configuration' });
}
const press = async (name: string): Promise<void> => userEvent.click(await screen.findByRole('button', { name }));
const dialogOf = async (title: string) => within((await screen.findByText(title)).closest<HTMLElement>('[role="dialog"]')!);
const saves = () => stub.calls('POST /site/12/configuration').map(({ body }) => body);

describe('the configuration of a site', () => {
  it('is edited in a form, compared and saved with a reason', async () => {
    stub.on('POST /site/12/configuration', { body: { ...saved, version: 5, content } });
    await open();
    await press('Edit North');
    const dialog = within(await screen.findByRole('dialog'));
    const host = dialog.getByLabelText('Host');
    await userEvent.clear(host);
    await userEvent.type(host, '10.0.0.6');
    await userEvent.click(dialog.getByRole('button', { name: 'Apply Changes' }));
    expect(await screen.findByText('1 unsaved change')).toBeTruthy();
    await press('Review Changes');
    const review = await dialogOf('Save a new version?');
    const row = review.getByText('Device north, Host').closest('tr')!;
    expect([...row.cells].map(({ textContent }) => textContent)).toEqual(['Device north, Host', '10.0.0.5', '10.0.0.6']);
    await userEvent.click(review.getByRole('button', { name: 'Save Version' }));
    expect(await review.findByText('Enter a reason')).toBeTruthy();
    await userEvent.type(review.getByLabelText('Reason'), 'Gate moved{Enter}');
    expect(await screen.findByText('Version 5 of Joliet saved')).toBeTruthy();
    expect(saves()).toEqual([
      { basedOn: 4, content: { ...content, devices: [{ ...north, host: '10.0.0.6' }, printer, reader] }, reason: 'Gate moved' },
    ]);
    expect(screen.queryByText('1 unsaved change')).toBeNull();
  });

  it('gets a device of a driver; what is wrong is named at its field', async () => {
    await open();
    await userEvent.click(await screen.findByRole('combobox', { name: 'Add device' }));
    await userEvent.click(await screen.findByTitle('Tag reader, LLRP'));
    const dialog = await dialogOf('Add device: Tag reader, LLRP');
    await userEvent.type(dialog.getByLabelText('Id'), 'north');
    await userEvent.type(dialog.getByLabelText('Port'), '5x');
    await userEvent.click(dialog.getByRole('button', { name: 'Add Device' }));
    expect(await dialog.findByText('Port must be a number')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Name')));
    await userEvent.type(dialog.getByLabelText('Name'), 'Zebra');
    await userEvent.type(dialog.getByLabelText('Host'), '10.0.0.8');
    await userEvent.clear(dialog.getByLabelText('Port'));
    await userEvent.type(dialog.getByLabelText('Port'), '5084');
    await userEvent.click(dialog.getByRole('button', { name: 'Add Antenna' }));
    await userEvent.type(dialog.getByLabelText('Antenna 1'), '2');
    await userEvent.type(dialog.getByLabelText('Antenna 1, Lane'), '1');
    await userEvent.click(dialog.getByRole('button', { name: 'Add Device' }));
    expect(await dialog.findByText("'north' is taken")).toBeTruthy();
    await userEvent.type(dialog.getByLabelText('Id'), '-2');
    await userEvent.click(dialog.getByRole('button', { name: 'Add Device' }));
    expect(await screen.findByText('north-2')).toBeTruthy();
    expect(screen.getByText('1 unsaved change')).toBeTruthy();
  });

  it('is edited as text, with problems by line', async () => {
    await open();
    await userEvent.click(await screen.findByRole('tab', { name: 'Text' }));
    const text = screen.getByLabelText<HTMLTextAreaElement>('Configuration in YAML');
    expect(text.value).toContain('  - id: north\n    name: North\n');
    await userEvent.clear(text);
    await userEvent.paste('devices:\n  - id: North\n');
    await press('Line 2');
    expect(text.value.slice(text.selectionStart, text.selectionEnd)).toBe('  - id: North');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Review Changes' }).disabled).toBe(true);
    await userEvent.clear(text);
    await userEvent.paste('devices: [');
    await userEvent.click(screen.getByRole('tab', { name: 'Form' }));
    expect(screen.getByText('The text isn’t a configuration. Correct it in Text.')).toBeTruthy();
    await press('Discard Changes');
    expect(await screen.findByRole('button', { name: 'Edit North' })).toBeTruthy();
  });

  it('keeps the user’s changes if another user saved meanwhile, and saves them on that version', async () => {
    await open();
    await press('Remove Register 1');
    stub.on('POST /site/12/configuration', () => {
      answer({ version: 5, author: 'Kim Park', reason: 'New gate', outcome: 'pending' });
      return { status: 409, body: stubError('changed_meanwhile', 'Someone else changed this configuration meanwhile.') };
    });
    await press('Review Changes');
    await userEvent.type(await screen.findByLabelText('Reason'), 'Printer sold{Enter}');
    expect(await screen.findByText('Someone else changed this configuration meanwhile.')).toBeTruthy();
    await press('Close');
    expect(await screen.findByText('Kim Park saved version 5 meanwhile: New gate')).toBeTruthy();
    stub.on('POST /site/12/configuration', { body: { ...saved, version: 6, content } });
    await press('Keep Mine');
    await press('Review Changes');
    await userEvent.type(await screen.findByLabelText('Reason'), 'Printer sold{Enter}');
    await screen.findByText('Version 6 of Joliet saved');
    expect(saves()).toMatchObject([{ basedOn: 4 }, { basedOn: 5, content: { devices: [north, reader] } }]);
  });
});

describe('the newest version', () => {
  it('is shown as waiting, then with the reason of its roll back', async () => {
    answer({ version: 5, outcome: 'pending', outcomeAt: null });
    await open();
    expect(await screen.findByText('Waiting for the agent…')).toBeTruthy();
    const problems = [{ path: '', sentence: 'No connection to the cloud within 60 s' }];
    answer({ version: 5, outcome: 'rolled-back', problems });
    expect(await screen.findByText('Version 5 failed at the site. The site runs version 4.', {}, { timeout: 10_000 })).toBeTruthy();
    expect(screen.getByText('No connection to the cloud within 60 s')).toBeTruthy();
  });

  it('is tried again as a new version after a failure', async () => {
    answer({ version: 5, outcome: 'rolled-back' });
    stub.on('POST /site/12/configuration/restore', { body: { ...saved, version: 6, content } });
    await open();
    await press('Try Again');
    const dialog = await dialogOf('Try version 5 again?');
    await userEvent.type(dialog.getByLabelText('Reason'), 'The line is back{Enter}');
    expect(await screen.findByText('Version 5 saved again as version 6')).toBeTruthy();
    expect(stub.calls('POST /site/12/configuration/restore').map(({ body }) => body)).toEqual([
      { version: 5, basedOn: 5, reason: 'The line is back' },
    ]);
  });

  it('is named as ignored where the site has tried a higher one', async () => {
    const running = { version: 3, state: 'applied', newest: 9, stored: true };
    answer({ version: 5, outcome: 'pending', outcomeAt: null }, { running });
    await open();
    expect(await screen.findByText(/^The site ignores it, because it has already tried version 9\./)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy();
  });

  it('is beside a version that the site runs and the cloud lost, which can be loaded', async () => {
    answer({}, { running: { version: 14, state: 'applied', newest: 14, stored: false } });
    stub.on('GET /site/12/configuration/file', { body: { content: { devices: [north] }, notes: [] } });
    await open();
    const words = 'The site runs version 14, which isn’t stored here: the database was restored from an older backup.';
    expect(await screen.findByText(words)).toBeTruthy();
    await press('Load From Site');
    expect(await screen.findByText('3 unsaved changes')).toBeTruthy();
  });

  it('starts from what the site runs where the cloud lost every version', async () => {
    answer(null, { running: { version: 14, state: 'applied', newest: 14, stored: false }, applied: null });
    await open();
    expect(await screen.findByText(/^The site runs version 14, which isn’t stored here/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Start From Site' })).toBeTruthy();
  });

  it('starts from the file of the site, with what is left to do', async () => {
    answer(null, { running: { version: null, state: 'file', newest: null, stored: true }, applied: null });
    const note = 'sitewatch: store its secret on the site’s computer with: site-agent secret sitewatch';
    stub.on('GET /site/12/configuration/file', { body: { content: { devices: [north] }, notes: [note] } });
    await open();
    await press('Start From File');
    expect(await screen.findByText(note)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Edit North' })).toBeTruthy();
    await press('Review Changes');
    expect(await screen.findByText('Save a new version?')).toBeTruthy();
  });

  it('cannot start from the file of an offline site', async () => {
    await open('/admin/sites/configuration?site=27');
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Start From File' })).disabled).toBe(true);
  });
});

it('shows the history, what a version changed, and restores it', async () => {
  const first = { ...saved, version: 1, reason: 'First', outcome: 'superseded' };
  stub.on('GET /site/12/configuration/version', { body: { versions: [saved, first], next: null } });
  const difference = { path: 'devices.north.host', field: 'Device north, Host', before: '10.0.0.5', after: '10.0.0.6' };
  stub.on('GET /site/12/configuration/difference', { body: { differences: [difference] } });
  stub.on('POST /site/12/configuration/restore', { body: { ...saved, version: 5, content } });
  await open();
  await userEvent.click(await screen.findByRole('tab', { name: 'History' }));
  await press('Show changes of version 4');
  expect(await screen.findByText('Device north, Host')).toBeTruthy();
  await press('Close');
  await press('Restore version 1');
  await userEvent.type(await screen.findByLabelText('Reason'), 'It worked{Enter}');
  expect(await screen.findByText('Version 1 restored as version 5')).toBeTruthy();
  expect(stub.calls('GET /site/12/configuration/difference').map(({ query }) => query)).toEqual([{ to: '4' }, { from: '4', to: '1' }]);
  expect(stub.calls('POST /site/12/configuration/restore').map(({ body }) => body)).toEqual([
    { version: 1, basedOn: 4, reason: 'It worked' },
  ]);
});

it('says why the sites cannot be read', async () => {
  stub.on('GET /site-configuration', { status: 503, body: stubError('database_unavailable', 'The database is unavailable') });
  await open();
  expect(await screen.findByText('The database is unavailable')).toBeTruthy();
});
