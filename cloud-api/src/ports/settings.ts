import type { SettingName, Settings } from '@washdesk/rules/company/settings';
import type { PlanSettings } from '@washdesk/rules/plans/offered-plan';
import type { Db } from '../db/pool.ts';

/**
 * Reads a setting, or its default if it is not set.
 * @param inside the current transaction, so that the read needs no second connection
 */
export type ReadSetting = <N extends SettingName>(name: N, inside?: Db) => Promise<Settings[N]>;

/** The settings that make a plan of a price and its product. */
export const planSettingsFrom = (settings: ReadSetting) => async (): Promise<PlanSettings> => ({
  mapping: await settings('siteMapping'),
  durations: await settings('planDurations'),
  defaultDuration: await settings('defaultPlanDuration'),
  defaultOnlineDuration: await settings('defaultOnlinePlanDuration'),
});
