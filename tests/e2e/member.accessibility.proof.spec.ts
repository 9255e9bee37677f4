import type { Page } from '@playwright/test';
import { openLink } from './support/member-link.ts';
import { cancelableMember } from './support/members.ts';
import { tabTo } from './support/tab-to.ts';
import { expect, test } from './support/test.ts';
import { album, type View } from './support/view.ts';

const sizes = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  // a phone at 200 % zoom
  { width: 195, height: 422 },
];

/** Views a state at every size; nothing may be wider than the page. */
async function viewEverywhere(page: Page, view: View, name: string): Promise<void> {
  if (album) return view(page, name);
  for (const size of sizes) {
    await page.setViewportSize(size);
    const wider = await page.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect.soft(wider, `${name} at ${size.width}`).toBeLessThanOrEqual(0);
    await view(page, name);
  }
  await page.setViewportSize(sizes[0]!);
}

const words = {
  en: {
    send: 'Send My Link',
    go: 'Continue',
    bill: 'Next bill',
    back: 'Back',
    car: 'Change Car',
    all: 'Washes and Receipts',
    plan: 'Change Plan',
    data: 'Your Data',
    cancel: 'Cancel Plan',
  },
  es: {
    send: 'Enviar mi enlace',
    go: 'Continuar',
    bill: 'Próximo cobro',
    back: 'Volver',
    car: 'Cambiar auto',
    all: 'Lavados y recibos',
    plan: 'Cambiar plan',
    data: 'Sus datos',
    cancel: 'Cancelar plan',
  },
} as const;

for (const lang of ['en', 'es'] as const) {
  test(`the members’ page in ${lang} passes axe at every size, and works with a keyboard`, async ({ page, workbench, newMember, view }) => {
    const text = words[lang];
    const member = await newMember();
    await page.goto(`/member?lang=${lang}`);
    await expect(page.getByRole('button', { name: text.send })).toBeVisible();
    await viewEverywhere(page, view, `Sign-in (${lang})`);
    // by the keyboard alone
    await page.getByRole('textbox').focus();
    await page.keyboard.type(member.plate);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox')).toHaveAttribute('autocomplete', 'one-time-code');
    await viewEverywhere(page, view, `Code (${lang})`);
    await openLink(page, workbench, member);
    await expect(page.getByRole('button', { name: text.go })).toBeVisible();
    await viewEverywhere(page, view, `Link (${lang})`);
    await page.getByRole('button', { name: text.go }).press('Enter');
    await expect(page.getByText(text.bill)).toBeVisible();
    await viewEverywhere(page, view, `Plan (${lang})`);
    for (const [name, step] of [
      ['Car', text.car],
      ['Washes and receipts', text.all],
      ['Other plans', text.plan],
      ['Data', text.data],
      ['Cancel', text.cancel],
    ] as const) {
      await page.getByRole('button', { name: step, exact: true }).press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await page.waitForLoadState('networkidle');
      await viewEverywhere(page, view, `${name} (${lang})`);
      await page.goBack();
      await expect(page.getByText(text.bill)).toBeVisible();
    }
  });
}

test('a plan is canceled by the keyboard alone', async ({ page, workbench, newMember }) => {
  const member = await cancelableMember(newMember);
  const { keyboard } = page;
  await page.goto('/member');
  await tabTo(page, page.getByRole('textbox'));
  await keyboard.type(member.plate);
  await keyboard.press('Enter');
  await openLink(page, workbench, member);
  await tabTo(page, page.getByRole('button', { name: words.en.go }));
  await keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: words.en.cancel }));
  await keyboard.press('Enter');
  const reason = page.getByLabel('Why are you leaving?');
  await tabTo(page, reason);
  await keyboard.type('I moved');
  await expect(reason).toHaveValue('moved');
  await tabTo(page, page.getByLabel('Anything else? (optional)'));
  await keyboard.type('Thank you');
  await tabTo(page, page.getByRole('button', { name: 'Cancel My Plan' }));
  await keyboard.press('Space');
  await expect(page.getByRole('heading', { name: 'Your plan is canceled' })).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: words.en.back }));
  await keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Keep My Plan' }));
  await keyboard.press('Enter');
  await expect(page.getByText('Your plan goes on. Nothing was charged.')).toBeVisible();
});

test('a screen reader finds the members’ page in its order, each control by its name', async ({ page, workbench, newMember }) => {
  const member = await newMember();
  await page.goto('/member');
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - banner:
      - button "Español"
    - main:
      - heading "Your wash plan" [level=1]
      - textbox "Email, phone or plate"
      - button "Send My Link"
  `);
  await page.getByRole('textbox').fill(member.plate);
  await page.getByRole('button', { name: words.en.send }).click();
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Check your phone or email" [level=1]
      - status: /^If this belongs to a plan/
      - textbox "6-digit code"
      - button "Open My Plan"
      - button "Use Something Else"
  `);
  await openLink(page, workbench, member);
  await page.getByRole('button', { name: words.en.go }).click();
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading /./ [level=1]
      - region /./:
        - heading /./ [level=2]
        - text: /Next bill/
        - button "Change Plan"
      - term: Card
      - definition
      - definition:
        - button "Update Card"
      - term: Car
      - definition: ${member.plate}
      - definition:
        - button "Change Car"
      - term: Washes this month
      - definition
      - definition:
        - button "Washes and Receipts"
      - button "Cancel Plan"
      - button "Your Data"
      - button "Sign Out"
  `);
  await page.getByRole('button', { name: words.en.cancel }).click();
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - button "Back"
      - heading "Cancel your plan" [level=1]
      - status
      - combobox "Why are you leaving?"
      - textbox "Anything else? (optional)"
      - button "Cancel My Plan"
      - button "Keep My Plan"
  `);
});
