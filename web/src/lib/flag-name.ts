/** The feature flags that change the web app (docs/rules/company.md#flags). */
export type FlagName = 'redeemInterface' | 'gatecontrol' | 'dxtrfid' | 'platecameras';
