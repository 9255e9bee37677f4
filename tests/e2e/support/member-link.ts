import type { Page } from '@playwright/test';
import type { Member } from '@washdesk/simulators/company/member-model';
import { until } from '@washdesk/test-support/until';
import type { OpenWorkbench } from './run-workbench.ts';

interface Phone {
  texts: { to: string; body: string }[];
}
interface Mailbox {
  mails: { recipients: string[]; text: string }[];
}

const stateOf = async <T>(workbench: OpenWorkbench, name: string): Promise<T> =>
  (await (await fetch(`${workbench.control(name)}/state`)).json()) as T;

/** Returns the newest link that a member got: a text, or an email if the member stopped texts. */
export const memberLink = (workbench: OpenWorkbench, member: Member): Promise<string> =>
  newestOf(workbench, member, /https?:\S+\/member\S*#[\w-]{43}/);

/** Opens the newest link, which differs from the open page by its hash alone. */
export async function openLink(page: Page, workbench: OpenWorkbench, member: Member): Promise<void> {
  const link = await memberLink(workbench, member);
  await page.goto('about:blank');
  await page.goto(link);
}

/** Returns the newest code that a member got. */
export const memberCode = async (workbench: OpenWorkbench, member: Member): Promise<string> =>
  (await newestOf(workbench, member, /\bcode \d{6}\b/)).slice(-6);

function newestOf(workbench: OpenWorkbench, { phone, email }: Member, pattern: RegExp): Promise<string> {
  return until('the member gets a link or code', async () => {
    const { texts } = await stateOf<Phone>(workbench, 'phone');
    const { mails } = await stateOf<Mailbox>(workbench, 'mailbox');
    const bodies = [
      ...mails.filter(({ recipients }) => recipients.some((one) => one.toLowerCase() === email?.toLowerCase())).map(({ text }) => text),
      ...texts.filter(({ to }) => to === `+1${phone}`).map(({ body }) => body),
    ];
    return bodies.flatMap((body) => pattern.exec(body)?.[0] ?? []).at(-1);
  });
}
