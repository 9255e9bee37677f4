import type { AgentConfigInput } from '@washdesk/site-agent/config';

type ModbusGate = Extract<NonNullable<AgentConfigInput['devices']>[number], { driver: 'modbus-gate' }>;

/** Returns an agent's configuration with these settings at each of its gates. */
export const withGateSettings =
  (settings: Partial<ModbusGate>) =>
  (config: AgentConfigInput): AgentConfigInput => ({
    ...config,
    devices: config.devices?.map((device) => (device.driver === 'modbus-gate' ? { ...device, ...settings } : device)),
  });

/** Returns an agent's configuration whose lane 1 opens by itself. Its reader has one lane, so a tag waits for no other antenna. */
export const withOpenLane = (config: AgentConfigInput): AgentConfigInput => ({
  ...config,
  lanes: { autoOpen: [1] },
  devices: config.devices?.map((device) => (device.driver === 'line-text-reader' ? { ...device, antennas: { '1': 1 } } : device)),
});
