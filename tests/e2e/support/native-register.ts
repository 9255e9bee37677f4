import type { BrowserContext } from '@playwright/test';
import { nativeScript } from '@washdesk/simulators/register/native-script';
import { RegisterActions } from '@washdesk/simulators/register/register-actions';

/**
 * Makes the context's pages run in a register's embedded browser, from the next one that opens.
 * @param terminal the register's name in Sitewatch as it gives it; null: it does not know
 * @returns the register: what it was asked (`state()`), and a way to make it fail or hang (`behave({fail, hang, slowMs})`)
 */
export async function insideRegister(context: BrowserContext, terminal: string | null = null): Promise<RegisterActions> {
  const register = new RegisterActions();
  await context.addInitScript({ content: nativeScript(terminal) });
  await context.route('**/__register/*', async (route) => {
    const request = route.request();
    const action = new URL(request.url()).pathname.split('/').at(-1) ?? '';
    const { status, body } = await register.execute(action, request.postDataJSON());
    await route.fulfill({ status, json: body });
  });
  return register;
}

/** The words of a receipt that a register was asked to print: it is drawn letter by letter. */
export const textOf = (html: string): string => html.replaceAll(/<[^>]*>/g, '');
