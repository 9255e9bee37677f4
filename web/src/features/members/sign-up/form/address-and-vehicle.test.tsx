import { fireEvent, screen, waitFor } from '@testing-library/react';
import { type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { stubError, type StubApi } from '../../../../testing/api.ts';
import { beginTest, endTest, expectFocus, field, makes, missing, showSignUp } from '../sign-up.fixture.tsx';

let api: StubApi;
let user: UserEvent;

const away = { status: 503, body: stubError('site_unreachable', 'Site 12 is away') };
const chosenState = () => field('State').closest('.ant-select')?.textContent;
const country = (name: string) => screen.getByLabelText<HTMLInputElement>(name).checked;

/** Types letters and selects the suggested option. */
const pick = async (label: string, letters: string, option: string): Promise<void> => {
  await user.type(field(label), letters);
  await screen.findByRole('option', { name: option });
  // antd's list reads the old key code, which user-event omits
  fireEvent.keyDown(field(label), { key: 'Enter', keyCode: 13 });
};

beforeEach(() => {
  ({ api, user } = beginTest());
});
afterEach(endTest);

describe('the postal code', () => {
  it('fills in city and state at its fifth digit, and Enter continues behind them', async () => {
    await showSignUp();
    await user.type(field('Zip'), '60435');
    await waitFor(() => expect(field('City').value).toBe('Joliet'));
    expect(chosenState()).toBe('IL');
    await user.type(field('Zip'), '{Enter}');
    await expectFocus('Email');
  });

  it("takes the location's state where it is not known, and asks for the city instead of keeping the one of before", async () => {
    await showSignUp();
    await user.type(field('Zip'), '60435');
    await waitFor(() => expect(field('City').value).toBe('Joliet'));
    await user.clear(field('Zip'));
    await user.type(field('Zip'), '99999{Enter}');
    await waitFor(() => expect(chosenState()).toBe('IL'));
    await expectFocus('City');
    expect(field('City').value).toBe('');
  });

  it('of Canada sets the country and clears state and city', async () => {
    await showSignUp();
    await user.type(field('Zip'), '60435');
    await waitFor(() => expect(chosenState()).toBe('IL'));
    await user.clear(field('Zip'));
    await user.type(field('Zip'), 'K1A 0B1');
    expect(country('CA')).toBe(true);
    expect([chosenState(), field('City').value]).toEqual(['', '']);
    await pick('State', 'ont', 'Ontario');
    await waitFor(() => expect(chosenState()).toBe('ON'));
  });

  it('that fills in city and state leads to the email by one Tab', async () => {
    await showSignUp();
    await user.type(field('Zip'), '60435');
    await waitFor(() => expect(field('City').value).not.toBe(''));
    await user.tab();
    await expectFocus('Email');
    await user.tab({ shift: true });
    expect(document.activeElement).not.toBe(field('Zip'));
  });

  it('leads to the email by two Tabs where Tab was faster than its city', async () => {
    const found = Promise.withResolvers<void>();
    api.on('GET /zipcode/60435', async () => {
      await found.promise;
      return { body: { city: 'Joliet', state_id: 'IL', state: 'IL', country: 'US' } };
    });
    await showSignUp();
    await user.type(field('Zip'), '60435');
    await user.tab();
    await expectFocus('City');
    found.resolve();
    await waitFor(() => expect(field('City').value).toBe('Joliet'));
    await user.tab();
    await expectFocus('Email');
  });

  it('that is too short is told so when the field is left', async () => {
    await showSignUp();
    await user.type(field('Zip'), '604');
    expect(screen.queryByText(/Zip must be/)).toBeNull();
    await user.tab();
    expect(await screen.findByText('Zip must be 5 digits or a Canadian postal code')).toBeTruthy();
    expect(field('Zip').getAttribute('aria-invalid')).toBe('true');
  });
});

describe('a customer without an email address', () => {
  it('has none: the form asks for no address any more, until there is one', async () => {
    await showSignUp();
    expect(missing()).toContain('Email');
    await user.type(field('Email'), 'ann@');
    await user.click(screen.getByRole('checkbox', { name: 'No email' }));
    expect(field('Email')).toMatchObject({ value: '', disabled: true });
    expect(missing()).not.toContain('Email');
    await user.click(screen.getByRole('checkbox', { name: 'No email' }));
    expect(field('Email').disabled).toBe(false);
    expect(missing()).toContain('Email');
  });
});

describe('the vehicle', () => {
  it('is typed ahead: letters and Enter choose, and lead on', async () => {
    await showSignUp();
    await pick('Make', 'hon', 'HONDA');
    await expectFocus('Model');
    await waitFor(() => expect(api.calls('GET /firebird/models')[0]?.query).toEqual({ make: '2' }));
    await pick('Model', 'ci', 'CIVIC');
    await expectFocus('Color');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement?.getAttribute('type')).toBe('radio'));
    expect(missing()).not.toEqual(expect.arrayContaining(['Make', 'Model', 'Color']));
  });

  it.each([['{Enter}'], ['{Tab}']])('keeps a model that is typed while its list loads, with %s', async (key) => {
    const loaded = Promise.withResolvers<void>();
    api.on('GET /firebird/models', async () => {
      await loaded.promise;
      return { body: { models: [{ ID: 1, NAME: 'F-150', MAKE: 1 }], count: 1, site: 12, asOf: '2026-11-22T00:00:00.000Z' } };
    });
    await showSignUp();
    await waitFor(() => expect(api.calls('GET /firebird/makes')).toHaveLength(1));
    await user.click(field('Make'));
    await screen.findByRole('option', { name: 'FORD' });
    await user.keyboard('ford{Tab}');
    await expectFocus('Model');
    await user.keyboard(`f-150${key}`);
    await expectFocus('Color');
    expect(missing()).toContain('Model');
    loaded.resolve();
    await waitFor(() => expect(missing()).not.toContain('Model'));
    expect(field('Model').closest('.ant-select')?.textContent).toContain('F-150');
    await expectFocus('Color');
  });

  it('keeps make and model that are typed while both lists load', async () => {
    const loaded = Promise.withResolvers<void>();
    api.on('GET /firebird/makes', async () => {
      await loaded.promise;
      return makes;
    });
    await showSignUp();
    await user.click(field('Make'));
    await user.keyboard('hon{Tab}');
    await expectFocus('Model');
    await user.keyboard('civ{Tab}');
    await expectFocus('Color');
    loaded.resolve();
    await waitFor(() => expect(missing()).not.toContain('Model'));
    expect(['Make', 'Model'].map((name) => field(name).closest('.ant-select')?.textContent)).toEqual(['HONDA', 'CIVIC']);
  });

  it('of UNCOMMON MAKE has no model', async () => {
    await showSignUp();
    await pick('Make', 'unc', 'UNCOMMON MAKE');
    await expectFocus('Color');
    expect(field('Model').disabled).toBe(true);
    expect(missing()).not.toContain('Model');
  });

  it('is asked for its model again when the make changes', async () => {
    await showSignUp('?customer=cus_known');
    expect(missing()).not.toContain('Model');
    await pick('Make', 'hon', 'HONDA');
    await waitFor(() => expect(missing()).toContain('Model'));
  });

  it('is typed where Sitewatch gives no lists, and the screen says so', async () => {
    api.on('GET /firebird/makes', away);
    api.on('GET /firebird/colors', away);
    await showSignUp();
    expect(await screen.findByText('Sitewatch lists are unavailable. Type the make and model.')).toBeTruthy();
    await user.type(field('Make'), 'Ford{Enter}');
    await user.type(field('Model'), 'F-150{Enter}');
    expect(field('Make').value).toBe('FORD');
    expect(field('Model').value).toBe('F-150');
    await user.type(field('Color'), 'mar');
    expect(await screen.findByRole('option', { name: 'Maroon' })).toBeTruthy();
  });

  it.each([
    ['a cashier', Role.Cashier, 0],
    ['the support center', Role.SupportCenter, 1],
  ])('shows Tax Exempt and Business Select to whom they are for: %s', async (_who, role, count) => {
    await showSignUp('', role);
    expect(screen.queryAllByLabelText('Tax Exempt')).toHaveLength(count);
    expect(screen.queryAllByLabelText('Business Select')).toHaveLength(count);
    expect(screen.getByLabelText('Truck')).toBeTruthy();
  });
});
