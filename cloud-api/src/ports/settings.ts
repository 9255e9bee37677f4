import type { SettingName, Settings } from '@washdesk/rules/company/settings';

/** Reads a setting as staff left it, else its default. */
export type ReadSetting = <N extends SettingName>(name: N) => Promise<Settings[N]>;
