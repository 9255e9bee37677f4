import { gateProblem } from '@washdesk/site-protocol/site-configuration/devices/gate';
import { gateKind } from '../../features/lane/gates/gate-kind.ts';
import { defineDriver } from '../define-driver.ts';
import { controlByWebGateFields } from './config.ts';

/** A gate whose operator's input is wired to a relay of a ControlByWeb board (docs/site-devices.md#gates). */
export const controlByWebGate = defineDriver({
  kind: gateKind,
  name: 'controlbyweb-gate',
  fields: controlByWebGateFields,
  problem: gateProblem,
  async create(config) {
    const [{ RelayGate }, { ControlByWebBoard }] = await Promise.all([import('../relay-gate.ts'), import('./controlbyweb-board.ts')]);
    return new RelayGate({
      ...config,
      hasGateOpenInput: config.inputs.gateOpen !== undefined,
      // each reading is a connection of its own
      watchMs: 500,
      confirmingMs: 50,
      connect: (signal) => ControlByWebBoard.connect(config, signal),
      // without a connection the gate's health has the cause
      probe: (board) => (board ? board.probe() : Promise.resolve([])),
    });
  },
});
