import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { editableSettings, type EditableSetting } from '@washdesk/contracts/company/setting';
import { Role } from '@washdesk/rules/company/roles';
import { settingDefaults } from '@washdesk/rules/company/settings';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { settingGroups } from './setting-fields.ts';
import { SettingsScreen } from './settings-screen.tsx';

let stub: StubApi;
const at = '2026-11-20T12:00:00.000Z';
const listed = (name: EditableSetting, change: object = {}) => ({
  name,
  value: settingDefaults[name] as unknown,
  changed: null as string | null,
  changedBy: null as string | null,
  ...change,
});
const list = (...changed: { name: string }[]) => ({
  body: {
    settings: editableSettings.map((name) => changed.find((one) => one.name === name) ?? listed(name)),
    count: editableSettings.length,
  },
});
const reason = { reasonvalue: 'moved', reasontext: 'Moved away', kinds: ['terminate', 'delete'], active: true };

beforeEach(() => {
  stub = stubApi();
  stub.on('GET /admin/settings', list());
  stub.on('GET /promo', { body: { promos: [{ id: 1, description: 'Two for one', active: true }], count: 1 } });
  stub.on('GET /admin/reasons', { body: { reasons: [reason], count: 1 } });
  stub.on('GET /location', {
    body: {
      locations: [{ id: 'tml_joliet', display_name: 'Joliet', metadata: { site: '12', state: 'IL', defaultplatestate: 'IL' } }],
      count: 1,
    },
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = async (): Promise<void> => {
  renderScreen(<SettingsScreen />, { path: '/admin/settings', roles: Role.Admin });
  await screen.findByRole('heading', { name: 'Lanes' });
};
const row = (label: string) => within(screen.getByText(label, { selector: 'strong' }).closest('li')!);
const edit = async (label: string): Promise<HTMLElement> => {
  await userEvent.click(screen.getByRole('button', { name: `Change: ${label}` }));
  return row(label).getByLabelText(label);
};
const saved = () => stub.calls('PUT /admin/settings/goodDaysAfterPeriodEnd');

describe('/admin/settings', () => {
  it('has a row for every setting, once', async () => {
    const named = settingGroups.flatMap(({ fields }) => Object.keys(fields));
    expect(named.toSorted()).toEqual([...editableSettings].toSorted());
    await open();
    expect(row('Grace period').getByText('7 days')).toBeTruthy();
    expect(row('Grace period').getByText('Default')).toBeTruthy();
    expect(row('Site number aliases').getByText(/^33 = 31, 39 = 91/)).toBeTruthy();
    expect(row('Daily limits per employee').getByText(/400 charges up to \$20,000\.00/)).toBeTruthy();
  });

  it('saves a value with the version that was seen, and shows who changed it', async () => {
    stub.on('PUT /admin/settings/goodDaysAfterPeriodEnd', ({ body }) => {
      const change = listed('goodDaysAfterPeriodEnd', {
        value: (body as { value: number }).value,
        changed: at,
        changedBy: 'Dana Whitfield',
      });
      stub.on('GET /admin/settings', list(change));
      return { body: change };
    });
    await open();
    const field = await edit('Grace period');
    await userEvent.clear(field);
    await userEvent.type(field, '5{Enter}');
    expect(await row('Grace period').findByText('5 days')).toBeTruthy();
    expect(row('Grace period').getByText(/Changed by Dana Whitfield/)).toBeTruthy();
    expect(saved().map(({ body }) => body)).toEqual([{ value: 5, changed: null }]);
  });

  it('says at the field what is wrong, and sends nothing', async () => {
    await open();
    const field = await edit('Grace period');
    for (const [typed, problem] of [
      ['90', 'must be at most 31 days'],
      ['soon', 'must be a number'],
    ] as const) {
      await userEvent.clear(field);
      await userEvent.type(field, `${typed}{Enter}`);
      expect(await row('Grace period').findByText(problem)).toBeTruthy();
    }
    expect(saved()).toEqual([]);
    await userEvent.click(row('Grace period').getByRole('button', { name: 'Cancel' }));
    expect(row('Grace period').getByText('7 days')).toBeTruthy();
  });

  it('takes the recipients of the weekly report one per line, and names the line that is no address', async () => {
    const change = 'PUT /admin/settings/weeklyReportRecipients';
    stub.on(change, ({ body }) => ({
      body: listed('weeklyReportRecipients', { value: (body as { value: string[] }).value, changed: at }),
    }));
    await open();
    expect(row('Recipients').getByText('None')).toBeTruthy();
    const field = await edit('Recipients');
    const save = () => userEvent.click(row('Recipients').getByRole('button', { name: 'Save' }));
    fireEvent.change(field, { target: { value: 'owner@washdesk.test\noffice@washdesk' } });
    await save();
    expect(await row('Recipients').findByText('"office@washdesk" is not an email address')).toBeTruthy();
    fireEvent.change(field, { target: { value: 'owner@washdesk.test\n office@washdesk.test \n' } });
    await save();
    await waitFor(() =>
      expect(stub.calls(change).map(({ body }) => body)).toEqual([
        { value: ['owner@washdesk.test', 'office@washdesk.test'], changed: null },
      ]),
    );
  });

  it('shows both values after another user’s change, keeps what was typed, and saves it then', async () => {
    const change = 'PUT /admin/settings/goodDaysAfterPeriodEnd';
    const details = { fields: [{ field: 'goodDaysAfterPeriodEnd', now: 5, wanted: 9 }] };
    stub.on(change, { status: 409, body: { ...stubError('changed_meanwhile', 'Someone else changed this setting meanwhile.'), details } });
    await open();
    const field = await edit('Grace period');
    stub.on('GET /admin/settings', list(listed('goodDaysAfterPeriodEnd', { value: 5, changed: '2026-11-21T13:00:00.000Z' })));
    fireEvent.change(field, { target: { value: '9' } });
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('Now: 5')).toBeTruthy();
    expect(screen.getByText('Yours: 9')).toBeTruthy();
    expect((field as HTMLInputElement).value).toBe('9');
    stub.on(change, { body: listed('goodDaysAfterPeriodEnd', { value: 9 }) });
    await userEvent.click(row('Grace period').getByRole('button', { name: /Save$/ }));
    await waitFor(() => expect(stub.calls(change)).toHaveLength(2));
    expect(stub.calls(change)[1]?.body).toEqual({ value: 9, changed: '2026-11-21T13:00:00.000Z' });
  });

  it('takes lists by the line', async () => {
    stub.on('PUT /admin/settings/siteMapping', { body: listed('siteMapping', { value: { 900: 91 } }) });
    await open();
    const field = await edit('Site number aliases');
    fireEvent.change(field, { target: { value: '900 = 91\nninety' } });
    const own = row('Site number aliases');
    await userEvent.click(own.getByRole('button', { name: 'Save' }));
    expect(await own.findByText('Line 2: write it as name = number')).toBeTruthy();
    fireEvent.change(field, { target: { value: '900 = 91\n' } });
    await userEvent.click(own.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(stub.calls('PUT /admin/settings/siteMapping')[0]?.body).toEqual({ value: { 900: 91 }, changed: null }));
  });

  it('takes limits in dollars, and contacts by site', async () => {
    stub.on('PUT /admin/settings/dailyLimits', { body: listed('dailyLimits') });
    stub.on('PUT /admin/settings/siteContacts', { body: listed('siteContacts') });
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Change: Daily limits per employee' }));
    const limits = row('Daily limits per employee');
    await userEvent.clear(limits.getByLabelText('Refund total per day ($)'));
    await userEvent.type(limits.getByLabelText('Refund total per day ($)'), '99.50');
    await userEvent.click(limits.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(stub.calls('PUT /admin/settings/dailyLimits')[0]?.body).toMatchObject({
        value: { charges: { count: 400, cents: 2_000_000 }, refunds: { count: 40, cents: 9_950 } },
      }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Change: Addresses and phone numbers' }));
    const contacts = row('Addresses and phone numbers');
    await userEvent.type(await contacts.findByLabelText('Phone of Joliet'), '815-555-0100');
    await userEvent.click(contacts.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(stub.calls('PUT /admin/settings/siteContacts')[0]?.body).toMatchObject({
        value: { 12: { address: '', phone: '815-555-0100' } },
      }),
    );
  });

  it('says why the settings are missing, and tries again', async () => {
    stub.on('GET /admin/settings', { status: 503, body: stubError('busy', 'The database is busy') });
    renderScreen(<SettingsScreen />, { path: '/admin/settings', roles: Role.Admin });
    expect(await screen.findByText('The database is busy')).toBeTruthy();
    stub.on('GET /admin/settings', list());
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { name: 'Lanes' })).toBeTruthy();
  });
});

describe('promotions and reasons', () => {
  it('are added, and taken out of use', async () => {
    stub.on('POST /promo', { body: { id: 2, description: 'Spring', active: true } });
    stub.on('PUT /promo/1', { body: { id: 1, description: 'Two for one', active: false } });
    await open();
    await userEvent.click(await screen.findByRole('switch', { name: 'Two for one' }));
    await waitFor(() =>
      expect(stub.calls('PUT /promo/1')[0]?.body).toMatchObject({ description: 'Two for one', active: false, was: { active: true } }),
    );
    await userEvent.type(screen.getByLabelText('New promotion'), 'Spring{Enter}');
    await waitFor(() => expect(stub.calls('POST /promo')[0]?.body).toEqual({ description: 'Spring' }));
  });

  it('of which each reason names its operations; one of the same words is refused in words', async () => {
    stub.on('PUT /admin/reasons/moved', { body: reason });
    stub.on('POST /admin/reasons', { status: 409, body: stubError('reason_exists', 'This reason already exists') });
    await open();
    const own = within((await screen.findByText('Moved away')).closest('li')!);
    await userEvent.click(own.getByRole('checkbox', { name: 'Discontinue' }));
    await waitFor(() =>
      expect(stub.calls('PUT /admin/reasons/moved')[0]?.body).toMatchObject({
        reasontext: 'Moved away',
        active: true,
        kinds: expect.arrayContaining(['discontinue']),
      }),
    );
    await userEvent.type(screen.getByLabelText('New reason'), 'Moved away{Enter}');
    expect(await screen.findByText('This reason already exists')).toBeTruthy();
  });

  it('takes no words of a notice that leave out the price', async () => {
    await open();
    await userEvent.click(screen.getByLabelText('Change: Notice wording'));
    const text = screen.getByLabelText('Text: price increase');
    fireEvent.change(text, { target: { value: 'Soon {plan} costs more from {date} on' } });
    expect(await screen.findByText('must name {newTotal}')).toBeTruthy();
    await userEvent.click(row('Notice wording').getByRole('button', { name: 'Save' }));
    fireEvent.change(text, { target: { value: '{plan}: {newTotal} from {date} on' } });
    stub.on('PUT /admin/settings/noticeTemplates', ({ body }) => ({
      body: listed('noticeTemplates', { ...(body as object), changed: at }),
    }));
    await userEvent.click(row('Notice wording').getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(stub.calls('PUT /admin/settings/noticeTemplates')).toHaveLength(1));
  });

  it('takes the online terms as paragraphs in two languages, with a version', async () => {
    await open();
    await userEvent.click(screen.getByLabelText('Change: Online terms'));
    fireEvent.change(screen.getByLabelText('Version'), { target: { value: ' 2027-01 ' } });
    fireEvent.change(screen.getByLabelText('English'), { target: { value: 'For {months} months.\n\nOne car.' } });
    await userEvent.click(row('Online terms').getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('must have as many paragraphs in Spanish as in English')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Spanish'), { target: { value: 'Por {months} meses.\nUn auto.' } });
    stub.on('PUT /admin/settings/onlineTerms', ({ body }) => ({ body: listed('onlineTerms', { ...(body as object), changed: at }) }));
    await userEvent.click(row('Online terms').getByRole('button', { name: 'Save' }));
    const terms = { version: '2027-01', en: ['For {months} months.', 'One car.'], es: ['Por {months} meses.', 'Un auto.'] };
    await waitFor(() => expect(stub.calls('PUT /admin/settings/onlineTerms')[0]?.body).toMatchObject({ value: terms }));
  });

  it('takes no hours of notices that end before they begin', async () => {
    await open();
    await userEvent.click(screen.getByLabelText('Change: Sending hours'));
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '08:00' } });
    await userEvent.click(row('Sending hours').getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/must begin before it ends/)).toBeTruthy();
  });
});
