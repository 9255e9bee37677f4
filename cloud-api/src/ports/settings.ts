import type { SettingName, Settings } from '@washdesk/rules/company/settings';
import type { PlanSettings } from '@washdesk/rules/plans/offered-plan';
import type { Db } from '../db/pool.ts';

/**
 * Reads a setting as staff set it, else its default.
 * @param inside the transaction under way, so that the read takes no second connection
 */
export type ReadSetting = <N extends SettingName>(name: N, inside?: Db) => Promise<Settings[N]>;

/** The settings that make a plan of a price and its product. */
export const planSettingsFrom = (settings: ReadSetting) => async (): Promise<PlanSettings> => ({
  mapping: await settings('siteMapping'),
  durations: await settings('planDurations'),
  defaultDuration: await settings('defaultPlanDuration'),
});
