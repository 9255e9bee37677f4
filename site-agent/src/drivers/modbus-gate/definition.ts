import { gateProblem } from '@washdesk/site-protocol/site-configuration/devices/gate';
import { modbusGateFields } from '@washdesk/site-protocol/site-configuration/devices/modbus-gate';
import { gateKind } from '../../features/lane/gates/gate-kind.ts';
import { defineDriver } from '../define-driver.ts';

/** A gate whose operator's input is wired to a relay of a Modbus TCP board (docs/site-devices.md#gates). */
export const modbusGate = defineDriver({
  kind: gateKind,
  name: 'modbus-gate',
  fields: modbusGateFields,
  problem: gateProblem,
  async create(config) {
    const { createModbusGate } = await import('./modbus-gate.ts');
    return createModbusGate(config);
  },
});
