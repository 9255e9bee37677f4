import type { BrowserContext } from '@playwright/test';
import { nativeScript } from '@washdesk/simulators/register/native-script';
import { RegisterActions } from '@washdesk/simulators/register/register-actions';

/**
 * Makes the context's pages run in a register's embedded browser, from the next opened page on.
 * @param terminal the register's name in Sitewatch; null if the register does not have it
 * @returns the register: the calls that it received (`state()`), and a way to make it fail or hang (`behave({fail, hang, slowMs})`)
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

/** Returns the words of a receipt that a register printed: it is drawn letter by letter. */
export const textOf = (html: string): string => html.replaceAll(/<[^>]*>/g, '');
