import { settingDefaults } from '@washdesk/rules/company/settings';
import type { SnapshotContext } from '../mirror/apply-snapshots.ts';
import type { ReadSetting } from '../ports/settings.ts';

/** The settings of a company that has changed none. */
export const defaultSettings: ReadSetting = async (name) => settingDefaults[name];

/** The mirror's settings for such a company. */
export const defaultContext = (now: Date): SnapshotContext => ({
  now,
  goodDays: settingDefaults.goodDaysAfterPeriodEnd,
  mapping: settingDefaults.siteMapping,
});
