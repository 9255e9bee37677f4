import type { CommandPayload, CommandResult } from '@washdesk/site-protocol/commands';
import { until } from '@washdesk/test-support/until';
import { AnsweringSite } from '../../../testing/answering-site.ts';
import { clientAs } from '../../../testing/api-client.ts';
import { startBillingCloud } from '../../../testing/billing-cloud.ts';

const told = (objid: number) => (): CommandResult<'sitewatch.converge'> => ({ objid, created: true, codes: [] });
const plateOf = ({ payload }: { payload: unknown }): string | null => (payload as CommandPayload<'sitewatch.converge'>).plate.now;

/** Returns the updates that a site received for the customer with the plate. */
export const convergencesOf = (site: AnsweringSite, plate: string) =>
  site.askedFor('sitewatch.converge').filter((one) => plateOf(one) === plate);

export type TwoSites = Awaited<ReturnType<typeof openTwoSites>>;

/** Starts a whole cloud with two sites on its broker. Joliet, where the users work, has every customer as number 17, Merrillville as 71. */
export async function openTwoSites() {
  const cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z' });
  const [joliet, merrillville] = [await AnsweringSite.at(12, cloud), await AnsweringSite.at(27, cloud)];
  await Promise.all([joliet.online(cloud), merrillville.online(cloud)]);
  let plates = 0;
  const newPlate = (): string => `SWM${(plates += 1)}-IL`;
  const noJobIsPending = (): Promise<true> =>
    until('no job for Sitewatch is pending', async () => {
      const jobs = cloud.database.db.selectFrom('job').select('id').where('state', '=', 'pending');
      return (await jobs.where('what', 'like', '%sitewatch%').execute()).length === 0 ? true : null;
    });
  return {
    cloud,
    joliet,
    merrillville,
    cashier: await clientAs(cloud, 'Cashier'),
    manager: await clientAs(cloud, 'SalesManager'),
    newPlate,
    noJobIsPending,
    /** Creates a member known to both sites. */
    async member(): Promise<{ customer: string; plate: string }> {
      const plate = newPlate();
      const { customer } = await cloud.member({ plate });
      await noJobIsPending();
      return { customer, plate };
    },
    /** Makes both sites accept members, and clears their received commands. */
    begin(): void {
      joliet.answers = { 'sitewatch.converge': told(17) };
      merrillville.answers = { 'sitewatch.converge': told(71) };
      for (const site of [joliet, merrillville]) site.asked.length = 0;
    },
    async stop(): Promise<void> {
      await Promise.all([joliet.close(), merrillville.close()]);
      await cloud.stop();
    },
  };
}
