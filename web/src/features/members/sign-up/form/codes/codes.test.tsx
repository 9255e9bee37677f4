import { screen, waitFor, within } from '@testing-library/react';
import { type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stubError, type StubApi } from '../../../../../testing/api.ts';
import { beginTest, endTest, expectFocus, field, holder, planButton, showSignUp } from '../../sign-up.fixture.tsx';

let api: StubApi;
let user: UserEvent;

const existing = 'Existing Customer found with that plate/tag';
const type = async (label: string, text: string): Promise<void> => {
  await user.clear(field(label));
  await user.type(field(label), `${text}{Enter}`);
};
const stateButton = (name: string) => within(screen.getByLabelText('Plate state')).getByRole('button', { name });
const choose = (name: RegExp): Promise<void> => user.click(planButton(name));

beforeEach(() => {
  ({ api, user } = beginTest());
});
afterEach(endTest);

describe('a plate', () => {
  it("gets the location's state when it was typed without one", async () => {
    await showSignUp();
    await type('Plate', 'abc123');
    await waitFor(() => expect(field('Plate').value).toBe('ABC123-IL'));
    expect(stateButton('IL, Illinois').getAttribute('aria-pressed')).toBe('true');
  });

  it('gets another state by its button and by Alt with its letter', async () => {
    await showSignUp('?code=ABC123-IL');
    await user.click(stateButton('IN, Indiana'));
    expect(field('Plate').value).toBe('ABC123-IN');
    await user.keyboard('{Alt>}i{/Alt}');
    expect(field('Plate').value).toBe('ABC123-HI');
  });

  it('that is none is told so when the field is left', async () => {
    await showSignUp();
    await type('Plate', 'ABCDEFGHIJ');
    expect(await screen.findByText('Plate must be 1 to 8 letters or digits, a hyphen and a 2-letter state')).toBeTruthy();
    expect(api.calls('GET /customer/customercheck/ABCDEFGHIJ')).toHaveLength(0);
  });
});

describe('a plate or tag of another customer', () => {
  it('names the holder with a link, and the field reverts to what it was', async () => {
    await showSignUp('?code=ABC123-IL');
    await type('Plate', 'taken1');
    const dialog = await screen.findByRole('dialog', { name: existing });
    expect(within(dialog).getByRole('link', { name: 'Holder, Hal' }).getAttribute('href')).toBe('/customers/cus_holder');
    expect(field('Plate').value).toBe('ABC123-IL');
    await user.click(within(dialog).getByRole('button', { name: 'Ok' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await expectFocus('Plate');
  });

  it('is found for a scanned tag too', async () => {
    await showSignUp();
    await user.keyboard('$R54321123456');
    expect(await screen.findByRole('dialog', { name: existing })).toBeTruthy();
    expect(field('Tag').value).toBe('');
  });

  it('is found for the code that the screen was opened with', async () => {
    await showSignUp('?code=TAKEN1-IL');
    expect(await screen.findByRole('dialog', { name: existing })).toBeTruthy();
    expect(field('Plate').value).toBe('');
  });

  it('leaves a code alone that was replaced before the answer came', async () => {
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    api.on('GET /customer/customercheck/54321+123456', async () => {
      await answered;
      return { body: { customers: [holder] } };
    });
    await showSignUp();
    await type('Tag', '54321123456');
    await type('Tag', '12345123456');
    answer();
    await waitFor(() => expect(api.calls('GET /customer/customercheck/12345+123456')).toHaveLength(1));
    expect(field('Tag').value).toBe('12345+123456');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is not asked for again when nothing was changed', async () => {
    await showSignUp('?code=ABC123-IL');
    await waitFor(() => expect(api.calls('GET /customer/customercheck/ABC123-IL')).toHaveLength(1));
    await user.type(field('Plate'), '{Enter}');
    await expectFocus('Tag');
    expect(api.calls('GET /customer/customercheck/ABC123-IL')).toHaveLength(1);
  });

  it('stays for the server to find where it could not be asked', async () => {
    api.on('GET /customer/customercheck/ABC123-IL', { status: 503, body: stubError('unavailable', 'Unavailable') });
    await showSignUp();
    await type('Plate', 'abc123');
    expect(await screen.findByText(/Couldn’t check for other customers/)).toBeTruthy();
    expect(field('Plate').value).toBe('ABC123-IL');
  });
});

describe('the plate and plan rule', () => {
  const warning = () => screen.findByRole('dialog', { name: 'Plate and plan' });

  it('rewrites the plate to HI for an interior plan, with a warning', async () => {
    await showSignUp('?code=ABC123-IL');
    await choose(/Super Interior/);
    const dialog = await warning();
    expect(within(dialog).getByRole('alert').textContent).toContain('The plate is now ABC123-HI');
    expect(field('Plate').value).toBe('ABC123-HI');
    expect(planButton(/Super Interior/).checked).toBe(true);
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await expectFocus('Tag');
  });

  it("rewrites HI to the location's state for a wash plan", async () => {
    await showSignUp('?code=ABC123-HI');
    await choose(/Super Kiss/);
    await warning();
    expect(field('Plate').value).toBe('ABC123-IL');
  });

  it('holds when the plate is typed after the plan', async () => {
    await showSignUp();
    await choose(/Super Interior/);
    await type('Plate', 'abc123-il');
    await warning();
    expect(field('Plate').value).toBe('ABC123-HI');
  });

  it('says nothing where the state was not typed', async () => {
    await showSignUp();
    await choose(/Super Interior/);
    await type('Plate', 'abc123');
    await waitFor(() => expect(field('Plate').value).toBe('ABC123-HI'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('lets the plan go where a card stands for the plate', async () => {
    await showSignUp();
    await user.keyboard('$C6298921312345678');
    expect(field('Plate').value).toBe('6298921312345678');
    await choose(/Super Interior/);
    expect((await warning()).textContent).toContain('has no state');
    expect(planButton(/Super Interior/).checked).toBe(false);
  });
});
