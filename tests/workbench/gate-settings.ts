import type { AgentConfigInput } from '@washdesk/site-agent/config';

type ModbusGate = Extract<NonNullable<AgentConfigInput['devices']>[number], { driver: 'modbus-gate' }>;

/** Returns an agent's configuration with these settings at each of its gates. */
export const withGateSettings =
  (settings: Partial<ModbusGate>) =>
  (config: AgentConfigInput): AgentConfigInput => ({
    ...config,
    devices: config.devices?.map((device) => (device.driver === 'modbus-gate' ? { ...device, ...settings } : device)),
  });
