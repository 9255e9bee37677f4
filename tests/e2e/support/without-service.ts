import type { Page } from '@playwright/test';
import { scaledTimeout } from '@washdesk/local-servers/processes/timeouts';
import type { Member } from '@washdesk/simulators/company/member-model';
import type { RunWorkbench } from './run-workbench.ts';
import { lookUp, resultOf } from './screen.ts';
import { expect, type OwnWorkplace } from './test.ts';
import { usageIdsOf } from './usages.ts';

/** A service that is back reconnects automatically. */
export const recoveryTimeout = { timeout: scaledTimeout(60_000) };

/** Milliseconds after which a press on a gate has its response. */
export const gateAnswerTimeout = { timeout: scaledTimeout(5_500) };

/**
 * Tests a counter whose gate needs the service: a press on the gate shows its outcome, a member can redeem, and all recovers with the
 * service.
 */
export async function withoutService(
  page: Page,
  workbench: RunWorkbench,
  { site, town }: OwnWorkplace,
  name: string,
  member: Member,
): Promise<void> {
  const gate = page.getByRole('group', { name: `${town} north` });
  await workbench.service(name).kill();
  await page.getByRole('button', { name: `Open Gate · ${town} north` }).click();
  await expect(gate.getByRole('status')).toContainText(/wasn’t opened|No response/);
  await lookUp(page, member.plate);
  await expect(resultOf(page)).toContainText('Usage recorded');

  await workbench.service(name).start();
  // presses until the gate's cooldown is over and the site is reachable again
  await expect(async () => {
    await gate.getByRole('button', { name: `${town} north` }).click();
    await expect(gate.getByRole('status')).toContainText(`${town} north is open`, gateAnswerTimeout);
  }).toPass(recoveryTimeout);
  await expect.poll(() => usageIdsOf(workbench, site, member.plate), recoveryTimeout).toHaveLength(1);
}
